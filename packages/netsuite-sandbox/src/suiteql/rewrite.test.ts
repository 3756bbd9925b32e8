import { describe, expect, test } from 'vitest';
import { NetsuiteError } from '../http/errors.ts';
import { defaultSettings } from '../settings.ts';
import { type Account, namesOf, resolveTable } from './netsuite-tables.ts';
import { rewriteSuiteql } from './rewrite.ts';

/** Tables are left as a mark, so that only the rewriting is seen. */
const rewrite = (query: string) => {
  const { sql, orderBy } = rewriteSuiteql(query, {
    resolveTable: (name) => `<${name}>`,
    namesOf: (_table, column) => (column === 'terms' ? 'term' : undefined),
    now: '2026-05-29T21:00:00.000Z',
  });
  return sql + orderBy;
};

describe('rewriting', () => {
  test.each([
    ['SELECT id FROM transaction', 'SELECT id FROM <transaction> AS "transaction"'],
    ['select T.Id from Transaction T', 'SELECT T . Id FROM <Transaction> AS "t"'],
    ['SELECT t.id AS "TranId" FROM a AS t', 'SELECT t . id AS "tranid" FROM <a> AS "t"'],
    ['SELECT COUNT(*) FROM a', 'SELECT count ( * ) AS "expr1" FROM <a> AS "a"'],
    [
      'SELECT SUM(x) total, MIN(y), MAX(z) FROM a',
      'SELECT sum ( x ) AS "total", min ( y ) AS "expr1", max ( z ) AS "expr2" FROM <a> AS "a"',
    ],
    ['SELECT NVL(x, 0) v FROM a', 'SELECT coalesce ( x , 0 ) AS "v" FROM <a> AS "a"'],
    ['SELECT BUILTIN.DF(tranid) s FROM a', 'SELECT CAST(tranid AS text) AS "s" FROM <a> AS "a"'],
    [
      'SELECT BUILTIN.DF(t.terms) s FROM a t',
      `SELECT (SELECT d.name FROM display_name AS d WHERE d.record_type = 'term' AND d.id = CAST(t . terms AS text)) AS "s" FROM <a> AS "t"`,
    ],
    ['SELECT a.* FROM a, b c', 'SELECT a . * FROM <a> AS "a" , <b> AS "c"'],
    [
      "SELECT a.x FROM a LEFT OUTER JOIN b ON b.k = a.k AND b.m = 'T' INNER JOIN c d ON (d.k = b.k)",
      'SELECT a . x FROM <a> AS "a" LEFT OUTER JOIN <b> AS "b" ON b . k = a . k AND b . m = \'T\' INNER JOIN <c> AS "d" ON ( d . k = b . k )',
    ],
    [
      "SELECT 'it''s ? -- no comment' v -- one\nFROM /* two */ a",
      'SELECT \'it\'\'s ? -- no comment\' AS "v" FROM <a> AS "a"',
    ],
    ['SELECT x FROM a WHERE ROWNUM <= 5', 'SELECT x FROM <a> AS "a" LIMIT 5'],
    ['SELECT x FROM a WHERE y > 1 AND ROWNUM <= 5', 'SELECT x FROM <a> AS "a" WHERE y > 1 LIMIT 5'],
    ['SELECT x FROM a WHERE ROWNUM <= 5 AND y > 1', 'SELECT x FROM <a> AS "a" WHERE y > 1 LIMIT 5'],
    ['SELECT DISTINCT x FROM a ORDER BY x', 'SELECT DISTINCT x FROM <a> AS "a" ORDER BY x'],
    [
      'SELECT FLOOR(x / 10) AS b, COUNT(x) AS n FROM a GROUP BY FLOOR(x / 10)',
      'SELECT floor ( x * 1.0 / 10 ) AS "b", count ( x ) AS "n" FROM <a> AS "a" GROUP BY floor ( x * 1.0 / 10 )',
    ],
    [
      'SELECT CASE WHEN x = 1 THEN 2 ELSE 3 END v FROM a',
      'SELECT CASE WHEN x = 1 THEN 2 ELSE 3 END AS "v" FROM <a> AS "a"',
    ],
    [
      'SELECT SYSDATE d FROM dual',
      `SELECT CAST(TIMESTAMPTZ '2026-05-29T21:00:00.000Z' AS timestamp) AS "d" FROM <dual> AS "dual"`,
    ],
  ])('%s', (query, expected) => {
    expect(rewrite(query)).toBe(expected);
  });
});

describe('a query is refused', () => {
  const settings = { ...defaultSettings, hiddenTables: ['deletedrecord'] };
  const account: Account = { settings, customFields: [] };
  const options = {
    resolveTable: (name: string) => resolveTable(name, account),
    namesOf: (table: string, column: string) => namesOf(table, column, account),
    now: '',
  };
  test.each([
    ['that is no SELECT', 'DELETE FROM transaction', 'Only SELECT'],
    ['with a second statement', 'SELECT id FROM transaction; DROP TABLE customer', 'Invalid token'],
    ['with WITH', 'WITH x AS (SELECT 1 FROM dual) SELECT * FROM x', 'WITH is not known'],
    ['with LIMIT', 'SELECT id FROM transaction LIMIT 5', 'LIMIT'],
    ['with INTO', 'SELECT id INTO x FROM transaction', 'INTO'],
    ['with FOR UPDATE', 'SELECT id FROM transaction FOR UPDATE', 'FOR'],
    ['with a parameter', 'SELECT id FROM transaction WHERE id = ?', 'Invalid token'],
    ['of an unknown table', 'SELECT * FROM spaceship', 'Invalid search type: spaceship.'],
    ["of PostgreSQL's own tables", 'SELECT * FROM pg_class', 'Invalid search type: pg_class.'],
    ['of the record bodies', 'SELECT * FROM record', 'Invalid search type: record.'],
    ['of a table of another schema', 'SELECT * FROM public.users', 'Invalid search type: public.'],
    ['of a quoted table', 'SELECT * FROM "pg_class"', 'A table is missing'],
    ['of a function', 'SELECT * FROM generate_series(1, 5)', 'Invalid search type: generate_series.'],
    ['of a hidden table', 'SELECT * FROM deletedrecord', "Record 'deletedrecord' was not found."],
    ['with a subquery', 'SELECT id FROM transaction WHERE id IN (SELECT oid FROM pg_class)', 'SELECT is not known'],
    ['after a comma as well', 'SELECT 1 FROM customer c, pg_class p', 'pg_class'],
    ['after a join as well', 'SELECT 1 FROM customer c JOIN pg_class p ON 1 = 1', 'pg_class'],
    [
      'with an unknown function',
      "SELECT pg_read_file('/etc/passwd') FROM dual",
      "Function 'pg_read_file' was not found.",
    ],
    ['with a function of a schema', 'SELECT pg_catalog.version() FROM dual', "Function 'version' was not found."],
    ['with a cast by colons', "SELECT '1'::regclass FROM dual", 'Invalid token'],
    ['with a dollar', 'SELECT $1 FROM dual', 'Invalid token'],
    ['with an open string', "SELECT 'x FROM dual", 'Invalid token'],
    ['with an open parenthesis', 'SELECT (id FROM transaction', 'Unbalanced'],
    ['with a closing parenthesis', 'SELECT id) FROM transaction', 'Unbalanced'],
    ['without a list', 'SELECT FROM transaction', 'Nothing stands before FROM'],
    ['without items', 'SELECT DISTINCT FROM transaction', 'empty'],
    ['with an empty item', 'SELECT id, FROM transaction', 'empty'],
    ['without a table', 'SELECT id FROM', 'too early'],
    ['with a comma after the last table', 'SELECT id FROM transaction t,', 'A table is missing'],
    ['without a condition', 'SELECT id FROM transaction WHERE ORDER BY id', 'Nothing stands before ORDER'],
    ['with clauses out of order', 'SELECT id FROM transaction ORDER BY id WHERE id = 1', 'Misplaced WHERE'],
    ['with 1001 items in IN', `SELECT id FROM transaction WHERE id IN (${Array(1001).fill('1').join(',')})`, '1000'],
    ['with another built-in', 'SELECT BUILTIN.CONSOLIDATE(total) FROM transaction', 'BUILTIN.CONSOLIDATE'],
    ['with ROWNUM beside OR', 'SELECT id FROM transaction WHERE id = 1 OR ROWNUM <= 2', 'ROWNUM'],
    ['with ROWNUM above something', 'SELECT id FROM transaction WHERE ROWNUM > 2', 'ROWNUM'],
    ['with ROWNUM beside ORDER BY', 'SELECT id FROM transaction WHERE ROWNUM <= 2 ORDER BY id', 'ROWNUM'],
  ])('%s', (_name, query, message) => {
    expect(() => rewriteSuiteql(query, options)).toThrow(NetsuiteError);
    expect(() => rewriteSuiteql(query, options)).toThrow(message);
  });
});
