import { afterAll, expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import { openDatabase } from '../store/database.ts';
import { startTestSandbox } from '../testing/test-sandbox.ts';
import { resolveTable } from './netsuite-tables.ts';
import { translateSuiteql } from './translate.ts';

const sandbox = await startTestSandbox({ data: { generate: { orders: 4000, customers: 50, seed: 1 } } });
const database = openDatabase(sandbox.databaseUrl);
afterAll(async () => {
  await database.close();
  await sandbox.stop();
});

async function planOf(query: string, around: (sql: string) => string): Promise<string> {
  const account = { settings: defaultSettings, customFields: [] };
  const { sql, orderBy } = translateSuiteql(query, new Date(), (name) => resolveTable(name, account));
  const plan = await database
    .queries('America/Toronto')
    .query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${around(sql + orderBy)}`);
  return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
}

const page = `SELECT t.id AS id, t.tranid AS tranid, t.billingaddress AS billingaddress FROM transaction t
  WHERE t.type = 'SalesOrd' AND t.id > 25000 AND t.id <= 99999 ORDER BY t.id`;

test('a keyed page reads its rows by the keys, without sorting or scanning', async () => {
  const plan = await planOf(page, (sql) => `${sql} LIMIT 100`);
  expect(plan).not.toMatch(/Sort|Seq Scan|Merge|Hash/);
});

test('addresses of a list of keys are found by an index', async () => {
  const addresses =
    'SELECT a.nkey AS nkey, a.addrtext AS addrtext FROM transactionbillingaddress a WHERE a.nkey IN (80045, 80061) ORDER BY a.nkey';
  expect(await planOf(addresses, (sql) => sql)).not.toContain('Seq Scan');
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
