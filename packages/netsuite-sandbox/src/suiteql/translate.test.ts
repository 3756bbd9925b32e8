import { describe, expect, test } from 'vitest';
import { NetsuiteError } from '../http/errors.ts';
import { defaultSettings } from '../settings.ts';
import { resolveTable } from './netsuite-tables.ts';
import { translateSuiteql } from './translate.ts';

const now = new Date('2026-05-29T12:00:00Z');

/** Tables are left as a mark, so that only the translation is seen. */
const translate = (query: string) => {
  const { sql, orderBy } = translateSuiteql(query, now, (name) => `<${name}>`);
  return sql + orderBy;
};

describe('a query is translated', () => {
  test.each([
    ['SELECT id FROM transaction', 'SELECT id FROM <transaction> AS transaction'],
    ['select T.Id from Transaction T', 'SELECT T.Id FROM <Transaction> AS T'],
    ['SELECT t.id AS x\n FROM a AS t', 'SELECT t.id AS x FROM <a> AS t'],
    ['SELECT BUILTIN.DF(terms) s FROM a', 'SELECT df_terms s FROM <a> AS a'],
    ['SELECT BUILTIN.DF(t.terms) AS s FROM a t', 'SELECT t.df_terms AS s FROM <a> AS t'],
    ['SELECT a.x FROM a, b c', 'SELECT a.x FROM <a> AS a, <b> AS c'],
    ["SELECT 'it''s ? -- / FROM b' AS v FROM a", "SELECT 'it''s ? -- / FROM b' AS v FROM <a> AS a"],
    [
      'SELECT MAX(CURRENT_TIMESTAMP) AS t FROM a',
      "SELECT MAX(TIMESTAMPTZ '2026-05-29T12:00:00.000Z') AS t FROM <a> AS a",
    ],
    ['SELECT x FROM a WHERE ROWNUM <= 5', 'SELECT x FROM <a> AS a LIMIT 5'],
    ['SELECT x FROM a WHERE y > 1 AND ROWNUM <= 5', 'SELECT x FROM <a> AS a WHERE y > 1 LIMIT 5'],
    ['SELECT DISTINCT x FROM a ORDER BY x', 'SELECT DISTINCT x FROM <a> AS a ORDER BY x'],
    [
      'SELECT FLOOR(x / 10) AS b, COUNT(x) AS n FROM a GROUP BY FLOOR(x / 10)',
      'SELECT FLOOR(x * 1.0 / 10) AS b, COUNT(x) AS n FROM <a> AS a GROUP BY FLOOR(x * 1.0 / 10)',
    ],
  ])('%s', (query, expected) => {
    expect(translate(query)).toBe(expected);
  });
});

// Oracle's help, article_0824094533: no WITH, at most 1000 items in IN. The other refusals are this sandbox's own limits, except
// those of tables and columns (suiteql-facts, section 7).
describe('a query is refused', () => {
  const settings = { ...defaultSettings, hiddenTables: ['deletedrecord'] };
  const resolve = (name: string) => resolveTable(name, { settings, customFields: [] });
  test.each([
    ['that is no SELECT', 'DELETE FROM transaction', 'Failed to parse'],
    ['with a second statement', 'SELECT id FROM transaction; DROP TABLE customer', 'Invalid token'],
    ['with WITH', 'WITH x AS (SELECT 1 FROM dual) SELECT a FROM x', 'SELECT is not known'],
    ['of all columns', 'SELECT * FROM transaction', 'SELECT * is not known'],
    ['with LIMIT', 'SELECT id FROM transaction LIMIT 5', 'LIMIT'],
    ['with INTO', 'SELECT id INTO x FROM transaction', 'INTO'],
    ['with FOR UPDATE', 'SELECT id FROM transaction FOR UPDATE', 'FOR'],
    ['with a parameter', 'SELECT id FROM transaction WHERE id = ?', 'Invalid token'],
    ['of an unknown table', 'SELECT id FROM spaceship', 'Invalid search type: spaceship.'],
    ["of PostgreSQL's own tables", 'SELECT id FROM pg_class', 'Invalid search type: pg_class.'],
    ['of the record bodies', 'SELECT id FROM record', 'Invalid search type: record.'],
    ['of a table of another schema', 'SELECT id FROM public.users', 'Invalid search type: public.'],
    ['of a quoted table', 'SELECT id FROM "pg_class"', 'Invalid token'],
    ['of a function', 'SELECT id FROM generate_series(1, 5)', "Function 'generate_series' was not found."],
    ['of a hidden table', 'SELECT id FROM deletedrecord', "Record 'deletedrecord' was not found."],
    ['with a subquery', 'SELECT id FROM transaction WHERE id IN (SELECT oid FROM pg_class)', 'SELECT is not known'],
    ['after a comma as well', 'SELECT 1 FROM customer c, pg_class p', 'pg_class'],
    ['with JOIN', 'SELECT 1 FROM customer c LEFT JOIN pg_class p ON 1 = 1', 'JOIN is not known'],
    [
      'with an unknown function',
      "SELECT pg_read_file('/etc/passwd') FROM dual",
      "Function 'pg_read_file' was not found.",
    ],
    [
      'with a function of a schema',
      'SELECT pg_catalog.version() FROM dual',
      "Function 'pg_catalog.version' was not found.",
    ],
    ['with a cast by colons', "SELECT '1'::regclass FROM dual", 'Invalid token'],
    ['with a dollar', 'SELECT $1 FROM dual', 'Invalid token'],
    ['with an open string', "SELECT 'x FROM dual", 'Invalid token'],
    ['without a list', 'SELECT FROM transaction', 'Failed to parse'],
    ['without a table', 'SELECT id FROM', 'Failed to parse'],
    ['with 1001 items in IN', `SELECT id FROM transaction WHERE id IN (${Array(1001).fill('1').join(',')})`, '1000'],
    ['with another built-in', 'SELECT BUILTIN.CONSOLIDATE(total) FROM transaction', 'builtin.consolidate'],
    ['with BUILTIN.DF of a sum', 'SELECT BUILTIN.DF(a + b) FROM transaction', 'builtin.df'],
    ['with ROWNUM beside OR', 'SELECT id FROM transaction WHERE id = 1 OR ROWNUM <= 2', 'ROWNUM'],
    ['with ROWNUM above something', 'SELECT id FROM transaction WHERE ROWNUM > 2', 'ROWNUM'],
    ['with ROWNUM beside ORDER BY', 'SELECT id FROM transaction WHERE ROWNUM <= 2 ORDER BY id', 'ROWNUM'],
  ])('%s', (_name, query, message) => {
    expect(() => translateSuiteql(query, now, resolve)).toThrow(NetsuiteError);
    expect(() => translateSuiteql(query, now, resolve)).toThrow(message);
  });
});
