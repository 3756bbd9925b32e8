import type { PageRequest, RowPage } from './table-source.ts';

/** What a column sorts by. Nothing, and empty text, stand at the end in either direction. */
type SortKey = string | number | undefined;

/** How rows that are all here are searched, filtered and sorted: what the server does for the long lists. */
export interface RowRules<Row> {
  /** Tells rows apart that are otherwise equal, so that pages never overlap. */
  id: (row: Row) => string;
  /** The texts in which a search looks. */
  searched: (row: Row) => readonly (string | undefined)[];
  /** By column. */
  sortKeys: Readonly<Record<string, (row: Row) => SortKey>>;
  /** By filter: from its text to what it lets pass. */
  filters: Readonly<Record<string, (text: string) => (row: Row) => boolean>>;
}

/** One page of rows that are all here, as the server would answer the same request. */
export function pageRows<Row>(
  rows: readonly Row[],
  rules: RowRules<Row>,
  { page, limit, sortBy, sortOrder, search = '', filter = '{}' }: PageRequest,
): RowPage<Row> {
  const tests = [...filterTests(rules, JSON.parse(filter)), ...(search === '' ? [] : [searchTest(rules, search)])];
  const found = rows.filter((row) => tests.every((passes) => passes(row)));
  const sorted = sortRows(found, rules, sortBy, sortOrder === 'DESC' ? -1 : 1);
  const items = sorted.slice((page - 1) * limit, page * limit);
  return { items, total: found.length, pages: Math.ceil(found.length / limit) };
}

/** A filter of named values: lets pass the rows whose value is among the chosen ones. */
export function anyOf<Row>(read: (row: Row) => string | undefined) {
  return (text: string) => {
    const chosen = new Set<string | undefined>(text.split(','));
    return (row: Row) => chosen.has(read(row));
  };
}

/** A filter of text: lets pass the rows whose value contains it, without regard to case and accents. */
export function contains<Row>(read: (row: Row) => string | undefined) {
  return (text: string) => {
    const wanted = plain(text);
    return (row: Row) => plain(read(row) ?? '').includes(wanted);
  };
}

/** A filter of days, 'from,to' in UTC with either side empty: lets pass the rows whose instant lies within. */
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
  const wanted = plain(search);
  return (row: Row) => rules.searched(row).some((text) => text !== undefined && plain(text).includes(wanted));
}

/** Without case and accents: 'zoe' finds 'Zoé'. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function sortRows<Row>(rows: readonly Row[], rules: RowRules<Row>, sortBy: string, sign: 1 | -1): Row[] {
  const keyOf = rules.sortKeys[sortBy];
  const keyed = rows.map((row) => ({ row, id: rules.id(row), key: keyOf?.(row) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key, sign) || (a.id < b.id ? -1 : Number(a.id > b.id)) * sign);
  return keyed.map(({ row }) => row);
}

function compareKeys(a: SortKey, b: SortKey, sign: 1 | -1): number {
  if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b));
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign;
  return collator.compare(String(a), String(b)) * sign;
}

function isNothing(key: SortKey): boolean {
  return key === undefined || key === '';
}
