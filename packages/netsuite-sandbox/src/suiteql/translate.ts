import { searchError, unsupported } from './query-error.ts';

/** A SuiteQL query in PostgreSQL's words. */
export type TranslatedQuery = {
  /** The SELECT with its bound on ROWNUM, without its ORDER BY. */
  sql: string;
  /** ` ORDER BY …`; nothing for a query that leaves the order of its rows open. */
  orderBy: string;
  /** The query's tables by alias. */
  tables: ReadonlyMap<string, string>;
};

/** The most items that a list after IN may have (suiteql-facts, section 1). */
const MAX_LISTED = 1000;

/** Functions that a query may call; all others are refused, PostgreSQL's own above all. */
const functions = new Set('COUNT SUM MIN MAX FLOOR LOWER TO_CHAR TO_DATE TO_TIMESTAMP SYS_EXTRACT_UTC'.split(' '));

/** Words that may stand before a parenthesis without calling anything. */
const openers = new Set('SELECT WHERE AND OR NOT IN BY WHEN THEN ELSE CASE'.split(' '));

/** Parts of SQL that no query of the connector uses; some accounts take them, others do not (suiteql-facts, section 1). */
const unsupportedWords = /\b(JOIN|HAVING|OVER|FETCH|OFFSET|LIMIT|INTO|FOR|CAST|ILIKE)\b/i;

/**
 * Translates one SuiteQL SELECT of the connector's kind; whatever else it is, is refused with NetSuite's 400.
 * `resolveTable` gives PostgreSQL's text for a NetSuite table, and throws for one that is not there.
 */
export function translateSuiteql(query: string, now: Date, resolveTable: (name: string) => string): TranslatedQuery {
  // Placeholders replace texts, so that nothing in them is taken for a part of the query.
  const texts: string[] = [];
  const addPlaceholder = (text: string) => `@${texts.push(text) - 1}@`;
  const code = query
    .replace(/'(?:[^']|'')*'/g, addPlaceholder)
    .replace(/\bCURRENT_TIMESTAMP\b/gi, () => addPlaceholder(`TIMESTAMPTZ '${now.toISOString()}'`))
    .replace(/\s+/g, ' ')
    // The display name of what a column refers to is a column of its own here.
    .replace(/\bBUILTIN\.DF ?\( ?(\w+\.)?(\w+) ?\)/gi, (_, table = '', column) => table + displayOf(column))
    // PostgreSQL divides whole numbers without a rest; Oracle does not.
    .replaceAll('/', '* 1.0 /');
  check(code);
  const clauses = /^ ?SELECT (.+?) FROM ([\w., ]+?)( WHERE .+?)?( GROUP BY .+?)?( ORDER BY .+)?$/i.exec(code);
  if (clauses === null) throw searchError('Failed to parse SQL: a SELECT with its list and its tables is expected.');
  const [, list = '', from = '', where = '', group = '', orderBy = ''] = clauses;
  const tables = new Map<string, string>();
  const joined = from.replace(/(\w+)(?: (?:AS )?(\w+))?/gi, (_, table: string, alias: string = table) => {
    tables.set(alias.toLowerCase(), table.toLowerCase());
    return `${resolveTable(table)} AS ${alias}`;
  });
  const [, condition = where, bound] = /^(.*?)(?: WHERE| AND) ROWNUM <= (\d+)$/i.exec(where) ?? [];
  const isCombined = bound !== undefined && (group + orderBy !== '' || /^DISTINCT /i.test(list));
  if (isCombined || /\bROWNUM\b/i.test(list + condition + group + orderBy)) throw unsupported('This use of ROWNUM');
  const limit = bound === undefined ? '' : ` LIMIT ${bound}`;
  const finish = (part: string) => part.replace(/@(\d+)@/g, (_, index) => texts[index] ?? '');
  return { sql: finish(`SELECT ${list} FROM ${joined}${condition}${group}${limit}`), orderBy: finish(orderBy), tables };
}

/** Refuses what could not be in SuiteQL, such as a parameter or a semicolon, and what only PostgreSQL knows. */
function check(code: string): void {
  const bad = /[^\w\s@(),.<>=!|+*/-]|--|\/\*/.exec(code);
  if (bad !== null) throw searchError(`Invalid token at position ${bad.index}: ${bad[0]}`);
  const word = unsupportedWords.exec(code) ?? /^.+\b(SELECT)\b/i.exec(code) ?? /(SELECT \*|\w\.\*)/i.exec(code);
  if (word?.[1] !== undefined) throw unsupported(word[1].toUpperCase());
  for (const [, name = ''] of code.matchAll(/([\w.]+) ?\(/g)) {
    if (openers.has(name.toUpperCase()) || functions.has(name.toUpperCase())) continue;
    throw searchError(`Function '${name.toLowerCase()}' was not found.`);
  }
  for (const [, listed = ''] of code.matchAll(/\bIN ?\(([^()]*)\)/gi)) {
    if (listed.split(',').length > MAX_LISTED)
      throw searchError(`The maximum number of expressions in a list is ${MAX_LISTED}.`);
  }
}

/** The column with the display name of what another column refers to. */
export const displayOf = (column: string): string => `df_${column.toLowerCase()}`;
