import type pg from 'pg';
import { described } from '../records.ts';

/**
 * Gives a new name to what records refer to: it shows at once in SuiteQL and in every `refName`, without a change of any
 * date. `recordType` is SuiteQL's name of the table: term, location, customer.
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
  const fields = new Set(
    Object.values(described)
      .flat()
      .filter(({ of }) => of === recordType)
      .map(({ field }) => field),
  );
  if (recordType === 'item') fields.add('item');
  if (recordType === 'job') fields.add('custbody_ns_project');
  const found = await client.query<{ type: string; id: string; body: string }>(
    'SELECT type, id, body FROM record WHERE strpos(body, $1) > 0',
    [`"id":"${id}"`],
  );
  for (const { body, ...key } of found.rows) {
    const changed = renameIn(body, fields, id, name);
    if (changed === body) continue;
    await client.query('UPDATE record SET body = $3 WHERE type = $1 AND id = $2', [key.type, key.id, changed]);
  }
}

/** Works on the text, so that amounts beyond a double stay as they are. */
function renameIn(body: string, fields: ReadonlySet<string>, id: string, name: string): string {
  const reference = /"(\w+)":\{((?:"links":\[[^\]]*\],)?"id":"(\d+)"(?:,"refName":)?)"(?:[^"\\]|\\.)*"\}/g;
  return body.replaceAll(reference, (whole, field: string, start: string, found: string) =>
    fields.has(field) && found === id && start.endsWith(':') ? `"${field}":{${start}${JSON.stringify(name)}}` : whole,
  );
}
