import { afterAll, expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import { openDatabase } from '../store/database.ts';
import { startTestSandbox } from '../testing/test-sandbox.ts';
import { hasDisplayName, resolveTable } from './netsuite-tables.ts';
import { rewriteSuiteql } from './rewrite.ts';

const sandbox = await startTestSandbox({ data: { generate: { orders: 4000, customers: 50, seed: 1 } } });
const database = openDatabase({
  databaseUrl: sandbox.databaseUrl,
  schema: 'netsuite_sandbox',
  timeZone: 'America/Toronto',
  statementTimeoutMs: 10_000,
});
afterAll(async () => {
  await database.close();
  await sandbox.stop();
});

async function planOf(query: string, around: (sql: string) => string): Promise<string> {
  const { sql, orderBy } = rewriteSuiteql(query, {
    resolveTable: (name) => resolveTable(name, defaultSettings),
    hasDisplayName,
    now: '2026-05-29T21:00:00.000Z',
  });
  const plan = await database.queries.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${around(sql + orderBy)}`);
  return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
}

const page = `SELECT t.id, BUILTIN.DF(t.status) AS status_name, m.location, BUILTIN.DF(m.location) AS location_name, s.addrtext
  FROM transaction t LEFT JOIN transactionline m ON m.transaction = t.id AND m.mainline = 'T'
  LEFT JOIN transactionshippingaddress s ON s.nkey = t.shippingaddress
  WHERE t.type = 'SalesOrd' AND t.id > 25000 ORDER BY t.id`;

test('a keyed page reads its rows by the keys, without sorting or scanning', async () => {
  const plan = await planOf(page, (sql) => `${sql} LIMIT 100`);
  expect(plan).not.toMatch(/Sort|Seq Scan|Merge|Hash/);
});

test('the total of a keyed page is counted without its joins', async () => {
  const plan = await planOf(page, (sql) => `SELECT count(*) FROM (${sql} LIMIT 100000) AS counted`);
  expect(plan).toMatch(/Index (Only )?Scan using transaction_pkey/);
  expect(plan).not.toMatch(/Join|Nested Loop|transactionline/);
});

test('changes since a time are found by the index on the UTC time', async () => {
  const since = `SELECT t.id FROM transaction t WHERE SYS_EXTRACT_UTC(t.lastmodifieddate) >= TO_TIMESTAMP('2026-05-29T12:00:00Z', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  expect(await planOf(since, (sql) => sql)).not.toContain('Seq Scan');
});

test('lines of a list of orders are found by the key', async () => {
  const lines =
    'SELECT l.transaction, SUM(l.foreignamount) AS s FROM transactionline l WHERE l.transaction IN (20011, 20015) GROUP BY l.transaction';
  expect(await planOf(lines, (sql) => sql)).not.toContain('Seq Scan');
});
