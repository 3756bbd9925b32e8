import { compareTexts } from '#lib/compare-texts.ts';
import { fold } from '#lib/fold.ts';
import type { PageRequest, RowPage } from './page-request.ts';

/** Sort value of a column. Empty values and empty text come last in both directions. */
type SortKey = string | number | undefined;

/** How to search, filter and sort rows in the browser, as the server does for the long lists. */
export interface RowRules<Row> {
  /** Tie-breaker for rows that are otherwise equal, so that pages never overlap. */
  id: (row: Row) => string;
  /** The texts to search. */
  searched: (row: Row) => readonly (string | undefined)[];
  /** By column. */
  sortKeys: Readonly<Record<string, (row: Row) => SortKey>>;
  /** By filter: turns the filter's text into a row predicate. */
  filters: Readonly<Record<string, (text: string) => (row: Row) => boolean>>;
}

/** Returns one page of locally held rows, as the server would for the same request. */
export function pageRows<Row>(
  rows: readonly Row[],
  rules: RowRules<Row>,
  { page, limit, sortBy, sortOrder, search = '', filter = '{}' }: PageRequest,
): RowPage<Row> {
  const tests = [...filterTests(rules, JSON.parse(filter)), ...(search === '' ? [] : [searchTest(rules, search)])];
  const found = rows.filter((row) => tests.every((passes) => passes(row)));
  const sorted = sortRows(found, rules, sortBy, sortOrder === 'DESC' ? -1 : 1);
  const items = sorted.slice((page - 1) * limit, page * limit);
  return { items, total: found.length, pages: Math.ceil(found.length / limit), page, limit };
}

/** Options filter: matches rows whose value is one of the chosen ones. */
export function anyOf<Row>(read: (row: Row) => string | undefined) {
  return (text: string) => {
    const chosen = new Set<string | undefined>(text.split(','));
    return (row: Row) => chosen.has(read(row));
  };
}

/** Text filter: matches rows whose value contains the text, ignoring case and accents. */
export function contains<Row>(read: (row: Row) => string | undefined) {
  return (text: string) => {
    const wanted = fold(text);
    return (row: Row) => fold(read(row) ?? '').includes(wanted);
  };
}

/** Days filter, 'from,to' in UTC with either side optional: matches rows whose timestamp is within the range. */
export function onDays<Row>(read: (row: Row) => string | undefined) {
  return (text: string) => {
    const [from = '', to = ''] = text.split(',');
    return (row: Row) => {
      const instant = read(row);
      if (instant === undefined) return false;
      const day = new Date(instant).toISOString().slice(0, 10);
      return (from === '' || day >= from) && (to === '' || day <= to);
    };
  };
}

function filterTests<Row>(rules: RowRules<Row>, texts: Record<string, string>) {
  return Object.entries(texts).flatMap(([id, text]) => rules.filters[id]?.(text) ?? []);
}

function searchTest<Row>(rules: RowRules<Row>, search: string) {
  const wanted = fold(search);
  return (row: Row) => rules.searched(row).some((text) => text !== undefined && fold(text).includes(wanted));
}

function sortRows<Row>(rows: readonly Row[], rules: RowRules<Row>, sortBy: string, sign: 1 | -1): Row[] {
  const keyOf = rules.sortKeys[sortBy];
  const keyed = rows.map((row) => ({ row, id: rules.id(row), key: keyOf?.(row) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key, sign) || (a.id < b.id ? -1 : Number(a.id > b.id)) * sign);
  return keyed.map(({ row }) => row);
}

function compareKeys(a: SortKey, b: SortKey, sign: 1 | -1): number {
  if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b));
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign;
  return compareTexts(String(a), String(b)) * sign;
}

function isNothing(key: SortKey): boolean {
  return key === undefined || key === '';
}
