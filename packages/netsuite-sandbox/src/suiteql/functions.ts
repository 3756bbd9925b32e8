/** Functions that a query may call, with PostgreSQL's name where it differs; all others are refused. */
export const functions: Readonly<Record<string, string>> = {
  ...sameName(
    ['ABS', 'CEIL', 'FLOOR', 'ROUND', 'TRUNC', 'MOD', 'POWER', 'SIGN', 'SQRT', 'GREATEST', 'LEAST'],
    ['COALESCE', 'NULLIF', 'UPPER', 'LOWER', 'INITCAP', 'TRIM', 'LTRIM', 'RTRIM', 'LPAD', 'RPAD', 'SUBSTR', 'LENGTH'],
    ['REPLACE', 'INSTR', 'CONCAT', 'TO_CHAR', 'TO_DATE', 'TO_TIMESTAMP', 'TO_NUMBER', 'SYS_EXTRACT_UTC', 'EXTRACT'],
    ['COUNT', 'SUM', 'AVG', 'MIN', 'MAX', 'STDDEV', 'VARIANCE'],
    ['ROW_NUMBER', 'RANK', 'DENSE_RANK', 'LAG', 'LEAD', 'FIRST_VALUE', 'LAST_VALUE'],
    // Types with a length, in CAST.
    ['CAST', 'VARCHAR', 'CHAR', 'NUMERIC', 'DECIMAL'],
  ),
  NVL: 'coalesce',
  VARCHAR2: 'varchar',
  NUMBER: 'numeric',
};

/** Words that may stand before a parenthesis without calling anything. */
const openers = new Set(
  `SELECT DISTINCT ALL FROM WHERE AND OR NOT IN EXISTS ON USING BY HAVING WHEN THEN ELSE CASE BETWEEN LIKE IS AS
   OVER JOIN UNION INTERSECT MINUS EXCEPT ANY SOME TOP VALUES ESCAPE`.split(/\s+/),
);

/** Words of the language: never a column, a table or an alias. */
const reserved = new Set([
  ...openers,
  ...`END NULL ORDER GROUP LEFT RIGHT FULL INNER OUTER CROSS NATURAL FETCH OFFSET FIRST NEXT ROWS ROW ONLY ASC DESC
      NULLS LAST WITH FOR LIMIT INTO SET PARTITION`.split(/\s+/),
]);

/** Whether a word, in upper case, may stand before a parenthesis without being a function. */
export function mayOpenParenthesis(word: string): boolean {
  return openers.has(word);
}

/** Whether a word, in upper case, is one of the language's own. */
export function isReserved(word: string): boolean {
  return reserved.has(word);
}

function sameName(...names: string[][]): Record<string, string> {
  return Object.fromEntries(names.flat().map((name) => [name, name.toLowerCase()]));
}
