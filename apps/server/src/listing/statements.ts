import { all, join, raw, type Sql, sql } from '../platform/sql.ts';
import type { Column, ListDefinition, ListRequest, SortOrder } from './definition.ts';

/** From this number of rows on, scans an index in sort order until the page is full instead of sorting all rows. */
export const manyRows = 5000;
/** The same for rows that an index covers, which are not read. */
export const manyCoveredRows = 50_000;

/**
 * Maximum number of rows to scan for a page. The rows of a list may all be at the far end of the index, such as those of a
 * month that is long past.
 */
export function maxScannedRows({ offset, limit }: PageWindow): number {
  return 20_000 + 200 * (offset + limit);
}

/** Conditions that find, or count, the rows of a list by index. Each row matches exactly one of the alternatives. */
export type RowConditions = {
  readonly alternatives: readonly (readonly Sql[])[];
  /** A cheap condition; if it is false, the rows are not searched by index. */
  readonly isWorthwhile: Sql | null;
};

/** Conditions for scanning an index: those that limit the scan, and those that are tested for each of its rows. */
export type ScanConditions = { readonly bounds: readonly Sql[]; readonly tested: readonly Sql[] };

/** Offset and limit, counted from the end of the list if `backwards`. */
export type PageWindow = { readonly limit: number; readonly offset: number; readonly backwards: boolean };

type List = Pick<ListDefinition, 'table' | 'columns'>;
type Sort = ListRequest['sort'];

/**
 * Reads a page near the start of an index, with the looked-up total in each row. Limit and offset are part of the text,
 * since parameters would make PostgreSQL plan each execution again. Columns: `list_total`, `version` and those of the
 * item.
 */
export function pageNearStartStatement(
  list: List,
  total: Sql,
  version: Sql,
  where: readonly Sql[],
  sort: Sort,
  window: PageWindow,
): Sql {
  return sql`select (${total})::bigint as list_total, (${version})::text as version, ${columnsOf(list)}
from ${raw(list.table)}
where ${all(where)}
order by ${sortExpression(sort.column)} ${direction(sort.order)}, id ${raw(sort.order)}
limit ${raw(String(window.limit))} offset ${raw(String(window.offset))}`;
}

/**
 * Finds all rows of a list, sorts them and returns a page. If there are more than `maxRows`, `list_total` is null and the
 * page is empty.
 */
export function sortAllStatement(
  list: List,
  conditions: RowConditions,
  sort: Sort,
  window: PageWindow,
  maxRows = manyRows,
): Sql {
  const alternatives = conditions.alternatives.map(
    (alternative) => sql`select id as hit_id, ${sortExpression(sort.column)} as sort_key
  from ${raw(list.table)}
  where ${all([raw('(select is_worthwhile from choice)'), ...alternative])}`,
  );
  return sql`with choice as materialized (select (${conditions.isWorthwhile ?? raw('true')}) as is_worthwhile),
hits as materialized (
  ${join(alternatives, '\n  union all\n  ')}
  limit ${raw(String(maxRows + 1))}
),
counted as materialized (
  select case when is_worthwhile and hits <= ${raw(String(maxRows))} then hits end as list_total
  from choice, (select count(*) as hits from hits) as found
),
page as (
  select hit_id, sort_key from hits
  order by sort_key ${direction(sort.order)}, hit_id ${raw(sort.order)}
  limit ${raw(String(window.limit))} offset ${raw(String(window.offset))}
)
select list_total, ${columnsOf(list)}
from counted left join (page join ${raw(list.table)} on id = hit_id) on list_total is not null
order by sort_key ${direction(sort.order)}, hit_id ${raw(sort.order)}`;
}

/**
 * Scans an index in sort order until the page is full or `maxScanned` rows are read, from the nearer end of the list. Reads
 * ids first, then their rows, so that skipped rows are not read. `total` may refer to `version`. Columns: `list_total`,
 * `version` and those of the item.
 */
export function indexScanStatement(
  list: List,
  total: Sql,
  version: Sql,
  { bounds, tested }: ScanConditions,
  sort: Sort,
  window: PageWindow,
  maxScanned: number | null,
): Sql {
  const order = window.backwards ? opposite(sort.order) : sort.order;
  const inOrder = sql`order by sort_key ${direction(order)}, hit_id ${raw(order)}`;
  const found = sql`id as hit_id, ${sortExpression(sort.column)} as sort_key`;
  // The planner does not know the value of a subselect: it would sort all rows if it had to prepare for so many.
  const rows =
    maxScanned === null || tested.length === 0
      ? sql`select ${found}
  from ${raw(list.table)}
  where ${all([...bounds, ...tested])}`
      : sql`select hit_id, sort_key
  from (
    select ${found}, ${all(tested)} as is_hit
    from ${raw(list.table)}
    where ${all(bounds)}
    ${inOrder}
    limit (select ${maxScanned}::bigint)
  ) as scanned
  where is_hit`;
  return sql`with page as materialized (
  ${rows}
  ${inOrder}
  limit ${window.limit} offset ${window.offset}
)
select list_total, version, ${columnsOf(list)}
from (select version, (${total})::bigint as list_total from (select (${version})::text as version) as mirror) as counted
left join (page join ${raw(list.table)} on id = hit_id) on true
order by sort_key ${direction(sort.order)}, hit_id ${raw(sort.order)}`;
}

/** All rows of the list in order, with these values as text. */
export function wholeStatement(
  list: List,
  { alternatives }: RowConditions,
  sort: Sort,
  values: readonly Column[],
): Sql {
  const found = alternatives.map((alternative) => sql`select * from ${raw(list.table)} where ${all(alternative)}`);
  return sql`select ${join(values.map(textOf), ', ')}
from (
  ${join(found, '\n  union all\n  ')}
) as ${raw(list.table)}
order by ${sortExpression(sort.column)} ${direction(sort.order)}, id ${raw(sort.order)}`;
}

/** Name of a reference, or its id if it has no name. */
function textOf({ source, idSource, exportExpression }: Column): Sql {
  return exportExpression ?? raw(idSource === undefined ? source : `coalesce(${source}, ${idSource}::text)`);
}

const writtenColumns = new WeakMap<readonly Column[], Sql>();

/** Columns of an item: the id and each column's sources. */
export function columnsOf({ columns }: Pick<ListDefinition, 'columns'>): Sql {
  const written = writtenColumns.get(columns);
  if (written !== undefined) return written;
  const sources = columns.flatMap(({ source, idSource, selectExpression }) => [
    ...(idSource === undefined ? [] : [idSource]),
    selectExpression === undefined ? source : `${selectExpression} as ${source}`,
  ]);
  const text = raw(['id', ...sources].join(', '));
  writtenColumns.set(columns, text);
  return text;
}

function sortExpression(column: Column): Sql {
  return raw(column.sortExpression ?? column.source);
}

function opposite(order: SortOrder): SortOrder {
  return order === 'ASC' ? 'DESC' : 'ASC';
}

/** Missing values sort as the smallest, as in the indexes, so that one index serves both directions. */
function direction(order: SortOrder): Sql {
  return raw(order === 'ASC' ? 'asc nulls first' : 'desc nulls last');
}
