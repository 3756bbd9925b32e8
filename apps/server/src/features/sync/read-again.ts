import { sql } from 'kysely';
import { countMirrored } from './mirror-queries.ts';
import { readById } from './read-by-id.ts';
import { type RunContext, step } from './run-context.ts';

/** Records read before the progress is stored. A mirror with no more of them is read in full each night. */
const PART_SIZE = 20_000;

/**
 * Reads the next parts of the mirror again in full, since much changes in NetSuite without a date, such as packages. Each
 * record is read within 7 nights, each customer every night. The next night goes on where an interrupted one has stopped.
 */
export async function readNextParts(context: RunContext): Promise<void> {
  const { db, failedIds, mirror } = context;
  const parts = Math.ceil((await countMirrored(context)) / (mirror.kind === 'customers' ? 1 : 6) / PART_SIZE);
  await step(context, { phase: 'reading' });
  for (let part = 0; part < parts; part += 1) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(mirror.table)}
      where id > coalesce((select up_to from netsuite_rereads where kind = ${mirror.kind}), 0)
      order by id limit ${PART_SIZE + 1}`.execute(db);
    const ids = rows.slice(0, PART_SIZE).map(({ id }) => id);
    const wanted = ids.filter((id) => !failedIds.has(id));
    await readById(context, wanted);
    const isLast = rows.length <= PART_SIZE;
    await sql`
      insert into netsuite_rereads (kind, up_to) values (${mirror.kind}, ${isLast ? '0' : ids.at(-1)})
      on conflict (kind) do update set up_to = excluded.up_to`.execute(db);
    if (isLast) return;
  }
}
