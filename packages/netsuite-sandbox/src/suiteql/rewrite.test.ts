import { describe, expect, test } from 'vitest';
import { NetsuiteError } from '../http/errors.ts';
import { defaultSettings } from '../settings.ts';
import { hasDisplayName, resolveTable } from './netsuite-tables.ts';
import { rewriteSuiteql } from './rewrite.ts';

/** Tables are left as a mark, so that only the rewriting is seen. */
const rewrite = (query: string) => {
  const { sql, orderBy } = rewriteSuiteql(query, {
    resolveTable: (name) => `<${name}>`,
    hasDisplayName,
    now: '2026-05-29T21:00:00.000Z',
  });
  return sql + orderBy;
};

describe('rewriting', () => {
  test.each([
    ['SELECT id FROM transaction', 'SELECT id FROM <transaction> AS "transaction"'],
    ['select T.Id from Transaction T', 'SELECT T . Id FROM <Transaction> AS "t"'],
    ['SELECT t.id AS "TranId" FROM a AS t', 'SELECT t . id AS "tranid" FROM <a> AS "t"'],
    ['SELECT COUNT(*) FROM a', 'SELECT count (*) AS "expr1" FROM <a> AS "a"'],
    [
      'SELECT SUM(x) total, MIN(y), MAX(z) FROM a',
      'SELECT sum (x) AS "total", min (y) AS "expr1", max (z) AS "expr2" FROM <a> AS "a"',
    ],
    ['SELECT NVL(x, 0) v FROM a', 'SELECT coalesce (x , 0) AS "v" FROM <a> AS "a"'],
    ['SELECT BUILTIN.DF(t.status) s FROM a t', 'SELECT t . "status$name" AS "s" FROM <a> AS "t"'],
    ['SELECT BUILTIN.DF(tranid) s FROM a', 'SELECT CAST(tranid AS text) AS "s" FROM <a> AS "a"'],
    ['SELECT a.* FROM a, b c', 'SELECT a . * FROM <a> AS "a" , <b> AS "c"'],
    [
      "SELECT a.x FROM a LEFT OUTER JOIN b ON b.k = a.k AND b.m = 'T' INNER JOIN c d ON (d.k = b.k)",
      'SELECT a . x FROM <a> AS "a" LEFT OUTER JOIN <b> AS "b" ON b . k = a . k AND b . m = \'T\' INNER JOIN <c> AS "d" ON (d . k = b . k)',
    ],
    ['SELECT x FROM a WHERE y = ? AND z IN (?, ?)', 'SELECT x FROM <a> AS "a" WHERE y = $1 AND z IN ($2 , $3)'],
    [
      'SELECT x FROM a WHERE y IN (SELECT b.y FROM b)',
      'SELECT x FROM <a> AS "a" WHERE y IN (SELECT b . y FROM <b> AS "b")',
    ],
    [
      "SELECT 'it''s ? -- no comment' v -- one\nFROM /* two */ a",
      'SELECT \'it\'\'s ? -- no comment\' AS "v" FROM <a> AS "a"',
    ],
    [
      'SELECT x FROM a UNION ALL SELECT y FROM b ORDER BY 1',
      'SELECT x FROM <a> AS "a" UNION ALL SELECT y FROM <b> AS "b" ORDER BY 1',
    ],
    ['SELECT x FROM a MINUS SELECT x FROM b', 'SELECT x FROM <a> AS "a" EXCEPT SELECT x FROM <b> AS "b"'],
    ['SELECT x FROM a WHERE ROWNUM <= 5', 'SELECT x FROM <a> AS "a" LIMIT 5'],
    ['SELECT x FROM a WHERE y > 1 AND ROWNUM < 5', 'SELECT x FROM <a> AS "a" WHERE y > 1 LIMIT (5 - 1)'],
    [
      'SELECT x FROM a WHERE y BETWEEN 1 AND 2 AND ROWNUM BETWEEN 1 AND ?',
      'SELECT x FROM <a> AS "a" WHERE y BETWEEN 1 AND 2 LIMIT $1::bigint',
    ],
    [
      'SELECT x AS y FROM a WHERE ROWNUM <= 5 ORDER BY y, z DESC',
      'SELECT * FROM (SELECT x AS "y", z AS "order$0" FROM <a> AS "a" LIMIT 5) AS "rows$" ORDER BY y, "order$0" DESC',
    ],
    ['SELECT TOP 3 x FROM a ORDER BY y', 'SELECT x FROM <a> AS "a" ORDER BY y LIMIT 3'],
    [
      'SELECT x FROM a ORDER BY y FETCH FIRST 3 ROWS ONLY',
      'SELECT x FROM <a> AS "a" ORDER BY y  FETCH FIRST 3 ROWS ONLY',
    ],
    [
      'SELECT ROWNUM, x FROM (SELECT x FROM a ORDER BY x)',
      'SELECT row_number() OVER () AS "rownum", x FROM (SELECT x FROM <a> AS "a" ORDER BY x)',
    ],
    [
      'SELECT CASE WHEN x = 1 THEN 2 ELSE 3 END v FROM a',
      'SELECT CASE WHEN x = 1 THEN 2 ELSE 3 END AS "v" FROM <a> AS "a"',
    ],
    [
      'SELECT CAST(x AS VARCHAR2(10)) v FROM a WHERE x ^= 1',
      'SELECT cast (x AS varchar (10)) AS "v" FROM <a> AS "a" WHERE x <> 1',
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
  const options = { resolveTable: (name: string) => resolveTable(name, settings), hasDisplayName, now: '' };
  test.each([
    ['that is no SELECT', 'DELETE FROM transaction', 'Only SELECT'],
    ['with a second statement', 'SELECT id FROM transaction; DROP TABLE customer', 'Invalid token'],
    ['with WITH', 'WITH x AS (SELECT 1 FROM dual) SELECT * FROM x', 'WITH is not known'],
    ['with LIMIT', 'SELECT id FROM transaction LIMIT 5', 'LIMIT'],
    ['with INTO', 'SELECT id INTO x FROM transaction', 'INTO'],
    ['with FOR UPDATE', 'SELECT id FROM transaction FOR UPDATE', 'FOR'],
    ['of an unknown table', 'SELECT * FROM spaceship', 'Invalid search type: spaceship.'],
    ["of PostgreSQL's own tables", 'SELECT * FROM pg_class', 'Invalid search type: pg_class.'],
    ['of the record bodies', 'SELECT * FROM record_customer', 'Invalid search type: record_customer.'],
    ['of a table of another schema', 'SELECT * FROM public.users', 'Invalid search type: public.'],
    ['of a quoted table', 'SELECT * FROM "pg_class"', 'A table is missing'],
    ['of a function', 'SELECT * FROM generate_series(1, 5)', 'Invalid search type: generate_series.'],
    ['of a hidden table', 'SELECT * FROM deletedrecord', "Record 'deletedrecord' was not found."],
    ['in a subquery as well', 'SELECT id FROM transaction WHERE id IN (SELECT oid FROM pg_class)', 'pg_class'],
    ['after a comma as well', 'SELECT 1 FROM customer c, pg_class p', 'pg_class'],
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
    ['without a list', 'SELECT FROM transaction', 'Nothing stands before FROM'],
    ['without items', 'SELECT DISTINCT FROM transaction', 'empty'],
    ['with an empty item', 'SELECT id, FROM transaction', 'empty'],
    ['without a table', 'SELECT id FROM', 'too early'],
    ['without a condition', 'SELECT id FROM transaction WHERE ORDER BY id', 'Nothing stands before ORDER'],
    ['with clauses out of order', 'SELECT id FROM transaction ORDER BY id WHERE id = 1', 'Misplaced WHERE'],
    ['with 1001 items in IN', `SELECT id FROM transaction WHERE id IN (${Array(1001).fill('1').join(',')})`, '1000'],
    ['with another built-in', 'SELECT BUILTIN.CONSOLIDATE(total) FROM transaction', 'BUILTIN.CONSOLIDATE'],
    ['with ROWNUM beside OR', 'SELECT id FROM transaction WHERE id = 1 OR ROWNUM < 2', 'ROWNUM'],
    ['with ROWNUM above something', 'SELECT id FROM transaction WHERE ROWNUM > 2', 'ROWNUM'],
    ['with an old outer join', 'SELECT t.id FROM transaction t, customer c WHERE c.id (+) = t.entity', 'outer join'],
  ])('%s', (_name, query, message) => {
    expect(() => rewriteSuiteql(query, options)).toThrow(NetsuiteError);
    expect(() => rewriteSuiteql(query, options)).toThrow(message);
  });
});
