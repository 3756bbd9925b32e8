import { MAX_ID } from '@portal/netsuite/source/counts';
import type { IdRange } from '@portal/netsuite/source/record-source';
import { sql } from 'kysely';
import { countMirrored } from './mirror-queries.ts';
import type { RunContext } from './run-context.ts';

/** Pages of a night at least, so that a mirror with no more of them is read in full each night. */
const MIN_PAGES = 20;

/**
 * Ranges of about a page to be read again in full in this night, since much changes in NetSuite without a date, such as
 * packages. Each record is read within 7 nights, each customer every night. `done` notes where the next night goes on.
 */
export async function findNextRanges(context: RunContext): Promise<{ ranges: IdRange[]; done: () => Promise<void> }> {
  const { db, reader, mirror } = context;
  const perNight = (await countMirrored(context)) / (mirror.kind === 'customers' ? 1 : 6);
  const pages = Math.max(Math.ceil(perNight / reader.pageSize), MIN_PAGES);
  const { rows } = await sql<IdRange>`
    with start as (select coalesce((select up_to from netsuite_rereads where kind = ${mirror.kind}), 0) as id), records as (
      select id, (row_number() over (order by id) - 1) / ${reader.pageSize}::bigint as page from ${sql.table(mirror.table)}
      where id > (select id from start) order by id limit ${pages * reader.pageSize + 1}
    ), pages as (select max(id) as up_to from records group by page)
    select coalesce(lag(up_to) over (order by up_to), start.id) as after, up_to as "upTo"
    from pages, start order by up_to`.execute(db);
  const isEnd = rows.length <= pages;
  const ranges = isEnd ? [...rows, { after: rows.at(-1)?.upTo ?? '0', upTo: MAX_ID }] : rows.slice(0, pages);
  const done = async () => {
    await sql`insert into netsuite_rereads (kind, up_to) values (${mirror.kind}, ${isEnd ? '0' : ranges.at(-1)?.upTo})
      on conflict (kind) do update set up_to = excluded.up_to`.execute(db);
  };
  return { ranges, done };
}
