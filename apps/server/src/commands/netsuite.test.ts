import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSyncOverview } from '@portal/contract/sync';
import { createSandboxCredentials } from '@portal/netsuite-sandbox/credentials';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startSyncFixture } from '../features/sync/testing/sync-fixture.ts';
import { runCommand } from '../testing/run-command.ts';

const { app, control, config, close } = await startSyncFixture({
  data: { generate: { orders: 25, customers: 4, seed: 3 } },
});
const folder = await mkdtemp(join(tmpdir(), 'portal-command-'));
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});
beforeEach(() => control.reset());

const { credentials, accountId, baseUrl } = config.netsuite;
if (credentials.type !== 'oauth2') throw new Error('The fixture signs in with OAuth 2.0.');
const keyFile = join(folder, 'key.pem');
const otherKeyFile = join(folder, 'other-key.pem');
await writeFile(keyFile, credentials.privateKeyPem);
await writeFile(otherKeyFile, createSandboxCredentials().client.privateKeyPem);
const environment = {
  PUBLIC_URL: config.publicUrl,
  DATABASE_URL: config.databaseUrl,
  SMTP_URL: config.smtpUrl,
  STORAGE_URL: `file://${folder}`,
  SERVER_KEY: config.serverKey,
  NETSUITE_ACCOUNT_ID: accountId,
  NETSUITE_BASE_URL: baseUrl ?? '',
  NETSUITE_CLIENT_ID: credentials.clientId,
  NETSUITE_CERTIFICATE_ID: credentials.certificateId,
  NETSUITE_PRIVATE_KEY_FILE: keyFile,
};
const run = (words: string, more: Record<string, string> = {}) =>
  runCommand(words.split(' '), { ...environment, ...more });
const check = (more?: Record<string, string>) => run('netsuite check', more);

test('netsuite check passes for an account that is set up, and its result is kept', async () => {
  const { code, output } = await check();
  expect(output).toContain('NetSuite is set up for the portal.');
  expect(output).toMatch(/^ok +sign-in +NetSuite accepts the sign-in\.$/m);
  expect(output).toMatch(
    /^ok +records +The role sees 25 sales orders, 4 customers, \d+ fulfillments and \d+ invoices\.$/m,
  );
  expect(output).toMatch(/^ok +speed +A page of 25 orders/m);
  expect(code).toBe(0);
  const { token } = await app.signIn('member');
  const { body } = await app.call(getSyncOverview, { token });
  expect(body.check.findings).toContainEqual({
    topic: 'sign-in',
    result: 'passed',
    message: 'NetSuite accepts the sign-in.',
  });
});

test('netsuite check fails with one sentence for each failure', async () => {
  const failsWith = async (result: ReturnType<typeof check>, sentence: RegExp) => {
    const { code, output } = await result;
    const failed = output.split('\n').filter((line) => line.startsWith('FAILED'));
    expect(failed).toEqual([expect.stringMatching(sentence)]);
    expect(code).toBe(1);
  };
  await failsWith(check({ NETSUITE_PRIVATE_KEY_FILE: otherKeyFile }), /sign-in .* Client Credentials \(M2M\) Setup/);
  await failsWith(check({ NETSUITE_CERTIFICATE_ID: 'unknown' }), /sign-in .* NETSUITE_CERTIFICATE_ID/);
  await control.change({ suiteqlAllowed: false });
  await failsWith(check(), /permissions .* SuiteAnalytics Workbook/);
  await control.reset();
  await control.change({ hiddenTables: ['location'] });
  await failsWith(check(), /permissions +The role may not see locations: add the permission Lists > Locations/);
  await control.reset();
  await control.setClock(new Date(Date.now() - 600_000));
  await failsWith(check(), /clock +The clock of this machine is \d+ s ahead of NetSuite's: .*NTP/);
  await control.reset();
  await control.change({ tickedScopes: ['restlets'] });
  await failsWith(check(), /sign-in .*malformed \(tick REST Web Services on the integration record/);
  await control.reset();
  await control.change({ concurrency: 30 });
  await failsWith(check({ NETSUITE_CONCURRENCY: '31' }), /limits .* lower NETSUITE_CONCURRENCY/);
});

test('netsuite check names each variable that is missing', async () => {
  expect(await check({ NETSUITE_CLIENT_ID: '' })).toEqual({ code: 1, output: 'NETSUITE_CLIENT_ID is required.\n' });
});

test('sync run reads what changed, and sync status shows it', async () => {
  expect(await run('sync run --kind orders')).toEqual({
    code: 0,
    output: 'orders: complete (25 created, 0 updated, 0 deleted, 0 failed)\n',
  });
  const both = await run('sync run');
  expect(both.output).toContain('customers: complete (4 created');
  expect(both.output).toContain('orders: complete (0 created');
  expect(both.output).toMatch(/^fulfillments: complete \([1-9]\d* created/m);
  expect(both.output).toMatch(/^invoices: complete \([1-9]\d* created/m);
  const status = await run('sync status');
  expect(status.code).toBe(0);
  expect(status.output).toMatch(/^orders +25 +\d{4}-\S+Z +0$/m);
  expect(status.output).toMatch(/^customers +4 +\d{4}-\S+Z +0$/m);
  expect(await run('sync run --kind items')).toEqual({
    code: 1,
    output: '--kind must be one of orders, customers, fulfillments, invoices.\n',
  });
});

test('mirror check passes after a sync, and names the ids of each kind that differ', async () => {
  await run('sync run');
  const same = await run('mirror check');
  expect(same.output).toMatch(/^orders +25 +25 +0 +none$/m);
  for (const kind of ['customers', 'fulfillments', 'invoices'])
    expect(same.output).toMatch(new RegExp(`^${kind} +([1-9]\\d*) +\\1 +0 +none$`, 'm'));
  expect(same.code).toBe(0);
  for (const [kind, statement] of [
    ['orders', 'delete from sales_orders where id = (select max(id) from sales_orders)'],
    ['customers', "update customers set last_modified_date = '2020-01-01' where id = (select max(id) from customers)"],
    ['fulfillments', 'delete from fulfillments where id = (select max(id) from fulfillments)'],
    ['invoices', 'update invoices set open_amount = open_amount + 1 where id = (select max(id) from invoices)'],
  ] as const) {
    const { rows } = await app.database.pool.query<{ id: string }>(`${statement} returning id`);
    const differing = await run('mirror check');
    expect(differing.output).toMatch(new RegExp(`^${kind} +\\d+ +\\d+ +0 +\\d+-${rows[0]?.id}$`, 'm'));
    expect(differing.code).toBe(1);
  }
});

test('sync run fails with the reason when NetSuite refuses, and sync status shows it beside an older check', async () => {
  await check({ NETSUITE_CERTIFICATE_ID: 'unknown' });
  await control.change({ suiteqlAllowed: false });
  const { code, output } = await run('sync run --kind customers');
  expect(code).toBe(1);
  expect(output).toMatch(/^customers: failed .* permission/i);
  const { output: status } = await run('sync status');
  expect(status).toContain(`The last sync of ${output}`);
  expect(status).toMatch(/^NetSuite was checked at \S+Z, and this failed then:\n {2}.* NETSUITE_CERTIFICATE_ID .*\n$/m);
  expect(status).not.toContain('The last sync of orders');
  // Later runs that do not show how all customers were read: of one customer, of some days, and one that has not ended.
  for (const later of ["'complete', 'incremental', 1", "'complete', 'dates', null", "'running', 'incremental', null"])
    await app.database.pool.query(`insert into sync_runs (kind, status, mode, customer_id, phase, heartbeat_at, started_at)
      select 'customers', ${later}, 'ended', now(), now() + interval '1 minute'`);
  expect((await run('sync status')).output).toContain(`The last sync of ${output}`);
});
