import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { createSources } from '../sources.ts';
import { startConnectedSandbox } from '../testing/sandbox.ts';
import { checkNetsuite } from './check-netsuite.ts';
import type { Finding } from './finding.ts';

const sandbox = await startConnectedSandbox({ data: { generate: { orders: 30, customers: 5, seed: 1 } } });
afterAll(sandbox.stop);
beforeEach(async () => {
  await sandbox.control.reset();
  // More than a client without a limiter sends at once.
  await sandbox.control.change({ concurrency: 30 });
});

function check(client: NetsuiteClient = sandbox.connect(), concurrency = 4): Promise<Finding[]> {
  const sources = createSources(client, {});
  return checkNetsuite({ client, sources, concurrency, now: () => new Date() });
}
const failures = (findings: readonly Finding[]) => findings.filter(({ result }) => result === 'failed');
const about = (findings: readonly Finding[], topic: Finding['topic']) =>
  findings.filter((finding) => finding.topic === topic);

test('passes each part for an account that is set up', async () => {
  const findings = await check();
  expect(failures(findings)).toEqual([]);
  const topics = [
    'sign-in',
    'clock',
    'permissions',
    'columns',
    'columns',
    'columns',
    'columns',
    'limits',
    'records',
    'speed',
  ];
  expect(findings.filter(({ topic }) => topic !== 'features').map(({ topic }) => topic)).toEqual(topics);
  expect(about(findings, 'records')).toEqual([
    {
      topic: 'records',
      result: 'passed',
      message: expect.stringMatching(
        /^The role sees 30 sales orders, 5 customers, \d+ fulfillments and \d+ invoices\.$/,
      ),
    },
  ]);
  expect(about(findings, 'columns')[0]?.message).toContain('missing: transaction.');
  expect(about(findings, 'limits')).toEqual([
    {
      topic: 'limits',
      result: 'passed',
      message:
        'NetSuite allows this integration 30 concurrent requests; the portal sends up to 4 (NETSUITE_CONCURRENCY).',
    },
  ]);
});

describe('a failure names its cure', () => {
  test('a scope that is not ticked (rest-facts, section 1)', async () => {
    await sandbox.control.change({ tickedScopes: [] });
    await sandbox.control.revokeTokens();
    expect(await check()).toEqual([
      {
        topic: 'sign-in',
        result: 'failed',
        message: expect.stringContaining(
          'tick REST Web Services on the integration record under Setup > Integration > Manage Integrations',
        ),
      },
    ]);
  });

  test('a token that is refused (rest-facts, section 2)', async () => {
    const client = sandbox.connect({ credentials: { ...sandbox.tba, tokenSecret: 'wrong' } });
    const [finding] = await check(client);
    expect(finding).toMatchObject({ topic: 'sign-in', result: 'failed' });
    expect(finding?.message).toContain('Setup > Users/Roles > Access Tokens');
  });

  test('an address where nothing answers', async () => {
    const client = sandbox.connect({ baseUrl: 'http://127.0.0.1:9' });
    expect((await check(client)).map(({ message }) => message)).toEqual([
      expect.stringContaining(': check NETSUITE_ACCOUNT_ID (and NETSUITE_BASE_URL, if set)'),
    ]);
  });

  test('a role without SuiteAnalytics Workbook (rest-facts, section 1)', async () => {
    await sandbox.control.change({ suiteqlAllowed: false });
    const failed = failures(await check());
    expect(failed).toHaveLength(1);
    expect(failed[0]?.message).toContain('add the permission Reports > SuiteAnalytics Workbook');
  });

  test('a table without permission (suiteql-facts, section 7)', async () => {
    await sandbox.control.change({ hiddenTables: ['deletedrecord', 'customer'] });
    const messages = failures(await check()).map(({ message }) => message);
    expect(messages).toEqual([
      'The role may not see customers: add the permission Lists > Customers, level View, under Setup > Users/Roles > Manage Roles.',
      'The role may not see deletions: add the permission Setup > Deleted Records, level View, under Setup > Users/Roles > Manage Roles.',
    ]);
  });

  test('a clock that differs by more than a minute', async () => {
    await sandbox.control.setClock(new Date(Date.now() + 600_000));
    const failed = failures(await check());
    expect(failed.map(({ topic }) => topic)).toEqual(['clock']);
    expect(failed[0]?.message).toMatch(/^The clock of this machine is (599|600|601) s behind NetSuite's: /);
  });

  test('more requests than the account allows', async () => {
    const failed = failures(await check(sandbox.connect(), 31));
    expect(failed.map(({ topic }) => topic)).toEqual(['limits']);
    expect(failed[0]?.message).toContain('lower NETSUITE_CONCURRENCY');
  });

  test('a role that sees no orders', async () => {
    await sandbox.control.change({ restrictedTo: { salesOrder: [] } });
    const failed = failures(await check());
    expect(failed.map(({ topic }) => topic)).toEqual(['records']);
    expect(failed[0]?.message).toContain('check the restrictions of the role');
  });
});

// suiteql-facts, section 7: a type of transaction without permission gives no rows, and no error.
test('a role that sees no fulfillments or invoices is a note with the permission of each', async () => {
  const small = await startConnectedSandbox({ data: { generate: { orders: 1, customers: 1, seed: 1 } } });
  for (const type of ['itemFulfillment', 'invoice'] as const)
    for (const { id } of await small.control.listRecords(type)) await small.control.deleteRecord(type, id);
  const findings = await check(small.connect());
  await small.stop();
  expect(failures(findings)).toEqual([]);
  expect(about(findings, 'records').map(({ result, message }) => `${result}: ${message}`)).toEqual([
    'passed: The role sees 1 sales orders, 1 customers, 0 fulfillments and 0 invoices.',
    ...[
      'fulfillments: if there should be any, add the permission Transactions > Item Fulfillment',
      'invoices: if there should be any, add the permission Transactions > Invoice',
    ].map((words) => expect.stringContaining(`note: The role sees no ${words}, level View,`)),
  ]);
});

test('a limit that only an administrator may read is a note (rest-facts, section 6)', async () => {
  await sandbox.control.change({ administrator: false });
  const findings = await check();
  expect(failures(findings)).toEqual([]);
  expect(about(findings, 'limits')).toMatchObject([{ result: 'note' }]);
});
