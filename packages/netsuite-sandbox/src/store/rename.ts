import type pg from 'pg';
import { described } from '../records.ts';

/** Fields that refer to something without being described as columns. */
const undescribed: Record<string, string> = { item: 'item', job: 'custbody_ns_project' };

/**
 * Gives a new name to what records refer to: it shows at once in SuiteQL and in every `refName`, without a change of any
 * date. `recordType` is SuiteQL's name of the table: term, location, customer. Works on the bodies' text, so that amounts
 * beyond a double stay as they are.
 */
export async function renameReferences(
  client: pg.ClientBase,
  recordType: string,
  id: string,
  name: string,
): Promise<void> {
  const renamed = await client.query(
    `INSERT INTO display_name (record_type, id, name) VALUES ($1, $2, $3)
     ON CONFLICT (record_type, id) DO UPDATE SET name = excluded.name WHERE display_name.name <> excluded.name`,
    [recordType, id, name],
  );
  if (renamed.rowCount === 0) return;
  const columns = [...described.transaction, ...described.customer].filter(({ of }) => of === recordType);
  const fields = [...columns.map(({ field }) => field), undescribed[recordType] ?? []].flat();
  const start = `"(${fields.join('|')})": \\{("id": "${id}", (?:"links": \\[[^\\]]*\\], )?"refName": )`;
  const end = `"\\1": {\\2${JSON.stringify(name).replaceAll('\\', '\\\\')}`;
  await client.query(
    `UPDATE record SET body = regexp_replace(body::text, $1, $2, 'g')::jsonb
     WHERE strpos(body::text, $3) > 0 AND body::text ~ $1`,
    [`${start}"(?:[^"\\\\]|\\\\.)*"`, end, `"id": "${id}"`],
  );
}
