import type { Column, ListDefinition, ListRequest, SortOrder } from './definition.ts';
import { manyRows, type SearchPlan } from './finding.ts';
import { all, join, raw, type Sql, sql } from './sql.ts';

/** Which rows to skip and how many to take, counted from the end of the list when `backwards`. */
export type PageWindow = { readonly limit: number; readonly offset: number; readonly backwards: boolean };

type List = Pick<ListDefinition, 'table' | 'columns'>;
type Sort = ListRequest['sort'];

/**
 * Everything at once: a page near the beginning of an index, and in each of its rows the total, which is looked up
 * and not counted. Limit and offset stand in the text: as parameters they would have PostgreSQL plan anew each time.
 * Columns: `list_total`, `version` and the item's.
 */
export function headStatement(
  list: List,
  total: Sql,
  version: Sql,
  where: readonly Sql[],
  sort: Sort,
  cut: PageWindow,
): Sql {
  return sql`select (${total})::bigint as list_total, (${version})::text as version, ${columnsOf(list)}
from ${raw(list.table)}
where ${all(where)}
order by ${sortExpression(sort.column)} ${direction(sort.order)}, id ${raw(sort.order)}
limit ${raw(String(cut.limit))} offset ${raw(String(cut.offset))}`;
}

/**
 * Finds all rows of a short list, sorts them and takes a page. `list_total` is null where the list is not short, and
 * then there is no page.
 */
export function sortAllStatement(list: List, finding: SearchPlan, sort: Sort, cut: PageWindow): Sql {
  const ways = finding.ways.map(
    (way) => sql`select id as hit_id, ${sortExpression(sort.column)} as sort_key
  from ${raw(list.table)}
  where ${all([raw('(select is_worthwhile from known)'), ...way])}`,
  );
  return sql`with known as materialized (select (${finding.isWorthwhile ?? raw('true')}) as is_worthwhile),
hits as materialized (
  ${join(ways, '\n  union all\n  ')}
  limit ${raw(String(manyRows + 1))}
),
counted as materialized (
  select case when is_worthwhile and hits <= ${raw(String(manyRows))} then hits end as list_total
  from known, (select count(*) as hits from hits) as found
),
page as (
  select hit_id, sort_key from hits
  order by sort_key ${direction(sort.order)}, hit_id ${raw(sort.order)}
  limit ${cut.limit} offset ${cut.offset}
)
select list_total, ${columnsOf(list)}
from counted left join (page join ${raw(list.table)} on id = hit_id) on list_total is not null
order by sort_key ${direction(sort.order)}, hit_id ${raw(sort.order)}`;
}

/**
 * Walks in sort order until the page is full, from whichever end of the list is nearer. Ids first, then their rows:
 * what is skipped is not read. `total` may refer to `version`. Columns: `list_total`, `version` and the item's.
 */
export function indexScanStatement(
  list: List,
  total: Sql,
  version: Sql,
  where: readonly Sql[],
  sort: Sort,
  cut: PageWindow,
): Sql {
  const order = cut.backwards ? opposite(sort.order) : sort.order;
  return sql`with page as materialized (
  select id as hit_id, ${sortExpression(sort.column)} as sort_key
  from ${raw(list.table)}
  where ${all(where)}
  order by sort_key ${direction(order)}, hit_id ${raw(order)}
  limit ${cut.limit} offset ${cut.offset}
)
select list_total, version, ${columnsOf(list)}
from (select version, (${total})::bigint as list_total from (select (${version})::text as version) as mirror) as counted
left join (page join ${raw(list.table)} on id = hit_id) on true
order by sort_key ${direction(sort.order)}, hit_id ${raw(sort.order)}`;
}

/** The whole of a list in its order: of each row these values, all of them as text. */
export function wholeStatement(list: List, { ways }: SearchPlan, sort: Sort, values: readonly Column[]): Sql {
  const found = ways.map((way) => sql`select * from ${raw(list.table)} where ${all(way)}`);
  return sql`select ${join(values.map(textOf), ', ')}
from (
  ${join(found, '\n  union all\n  ')}
) as ${raw(list.table)}
order by ${sortExpression(sort.column)} ${direction(sort.order)}, id ${raw(sort.order)}`;
}

/** Of a reference its name, and where it has none, its id. */
function textOf({ source, idSource }: Column): Sql {
  return raw(idSource === undefined ? source : `coalesce(${source}, ${idSource}::text)`);
}

const writtenColumns = new WeakMap<readonly Column[], Sql>();

/** What an item is made of: the id and each column's sources. */
export function columnsOf({ columns }: Pick<ListDefinition, 'columns'>): Sql {
  const written = writtenColumns.get(columns);
  if (written !== undefined) return written;
  const sources = columns.flatMap(({ source, idSource }) => (idSource === undefined ? [source] : [idSource, source]));
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

/** What is missing sorts as the smallest value: as in the indexes, which so serve both directions. */
function direction(order: SortOrder): Sql {
  return raw(order === 'ASC' ? 'asc nulls first' : 'desc nulls last');
}
