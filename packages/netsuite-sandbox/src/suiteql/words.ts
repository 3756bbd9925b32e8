/** Functions that a query may call; all others are refused, PostgreSQL's own above all. */
export const functions = new Set(
  `ABS CEIL FLOOR ROUND TRUNC MOD COALESCE NVL NULLIF UPPER LOWER TRIM SUBSTR LENGTH REPLACE TO_CHAR TO_DATE TO_TIMESTAMP
   SYS_EXTRACT_UTC COUNT SUM AVG MIN MAX`.split(/\s+/),
);

/** Words that may stand before a parenthesis without calling anything. */
export const openers = new Set('SELECT WHERE AND OR NOT IN ON BY WHEN THEN ELSE CASE BETWEEN LIKE'.split(' '));

/** Words of the language: never a column, a table or an alias. */
export const reserved = new Set([
  ...openers,
  ...'FROM DISTINCT IS NULL END ORDER GROUP LEFT INNER OUTER JOIN ASC DESC AS ROWNUM ESCAPE'.split(' '),
]);

/** Parts of SuiteQL that no query of the connector uses; some accounts take them, others do not (suiteql-facts, section 1). */
export const unsupportedWords = new Set(
  `WITH UNION INTERSECT MINUS EXCEPT HAVING OVER TOP FETCH OFFSET LIMIT INTO FOR CONNECT EXISTS ANY ALL RIGHT FULL CROSS
   NATURAL USING CAST`.split(/\s+/),
);
