import type { FailedRecord, Finding, SyncOverview, SyncRun } from '@portal/contract/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SettingsPage } from '#features/settings/settings-page.tsx';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';

const now = Date.now();
/** Half hours past the full one, so that the shown age does not change during the test. */
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

const findings: Finding[] = [
  { topic: 'sign-in', result: 'passed', message: 'NetSuite accepts the sign-in.' },
  { topic: 'features', result: 'note', message: 'The account has no price levels.' },
  {
    topic: 'permissions',
    result: 'failed',
    message: 'The role may not see deletions: add the permission Setup > Deleted Records.',
  },
];
const overview: SyncOverview = {
  mirrors: [
    { kind: 'orders', records: 12_480, freshAt: ago(60.5), isStale: true, failedRecords: 1 },
    { kind: 'customers', records: 310, freshAt: ago(4.5), isStale: false, failedRecords: 0 },
  ],
  netsuite: { configured: 4, allowed: 2, inUse: 1, waiting: 3, openUntil: null, lastError: null },
  held: [{ kind: 'orders', records: 830, heldAt: ago(20.5), isKept: false }],
  check: { checkedAt: ago(7.5), findings },
};
const failure: FailedRecord = {
  kind: 'orders',
  id: '10248',
  name: 'SO10248',
  message: 'Error while accessing a resource. This record has been locked by a user defined workflow.',
  failedSince: ago(30.5),
  lastTriedAt: ago(5.5),
  attempts: 12,
};
const run: SyncRun = {
  runId: 'run-1',
  kind: 'orders',
  status: 'partial',
  phase: 'ended',
  mode: 'incremental',
  isScheduled: true,
  customerId: null,
  expected: 14,
  fetched: 14,
  created: 2,
  updated: 12,
  unchanged: 0,
  deleted: 0,
  failed: 1,
  startedAt: ago(3),
  finishedAt: ago(2.99),
  message: 'One order could not be read from NetSuite and is tried again at the next sync.',
};
const pageOf = (items: FailedRecord[]) => ({ items, total: items.length, pages: items.length, page: 1, limit: 10 });

function serve(role: string, answers: Parameters<typeof serveApi>[0] = {}) {
  const user = { id: 'u', email: 'a@b.test', groups: [role], createdAt: '2026-01-01T00:00:00Z' };
  localStorage.setItem('user', JSON.stringify(user));
  return serveApi({
    'GET /auth/profile': () => ({ body: user }),
    'GET /sync/overview': () => ({ body: overview }),
    'GET /sync/failures': () => ({ body: pageOf([failure]) }),
    'GET /sync/runs': () => ({ body: { data: [run] } }),
    ...answers,
  });
}
const show = () => renderPage(<SettingsPage />, '/settings?tab=sync');
const panel = (name: string) => page.getByRole('region', { name, exact: true });

beforeEach(async () => {
  localStorage.clear();
  localStorage.setItem('token', 'good');
  await page.viewport(1280, 900);
});

test('shows mirrors, failed records, NetSuite and the history to staff', async () => {
  serve('member');
  await show();
  const orders = panel('Sales orders');
  await expect.element(orders.getByText('12,480')).toBeVisible();
  await expect.element(orders.getByText('2 days ago · too old')).toBeVisible();
  await expect.element(orders.getByText('Partial')).toBeVisible();
  await expect.element(panel('Customers').getByText('4 h ago')).toBeVisible();
  await expect.element(panel('Failed records').getByText(failure.message)).toBeVisible();
  await expect.element(panel('Failed records').getByText(/12 attempts, the last one 5 h ago$/)).toBeVisible();
  const netsuite = panel('NetSuite');
  await expect.element(netsuite.getByText('1 of 2 concurrent requests in use, 3 waiting')).toBeVisible();
  await expect.element(netsuite.getByText(/^Reduced from 4 to 2 /)).toBeVisible();
  await expect.element(netsuite.getByText('Checked 7 h ago')).toBeVisible();
  for (const { message } of findings) await expect.element(netsuite.getByText(message)).toBeVisible();
  const history = panel('History');
  await expect.element(history.getByText(/^12 updated, 2 created/)).toBeVisible();
  await expect.element(history.getByText(run.message ?? '')).toBeVisible();
});

test('is not shown to customers', async () => {
  const seen = serve('customer_admin');
  await show();
  await expect.element(page.getByText('Dark Mode')).toBeVisible();
  expect(page.getByRole('tab').elements()).toHaveLength(0);
  expect(seen.filter(({ key }) => key.includes('/sync/'))).toEqual([]);
});

describe('a failed record', () => {
  test('is retried, and disappears when it was read', async () => {
    let items = [failure];
    serve('member', {
      'GET /sync/failures': () => ({ body: pageOf(items) }),
      'POST /sync/failures/orders/10248/retry': () => {
        items = [];
        return { body: { outcome: 'read', message: null } };
      },
    });
    await show();
    await page.getByRole('button', { name: 'Retry Sales order SO10248 (id 10248)' }).click();
    await expect.element(page.getByText('Sales order SO10248 (id 10248) was read and is up to date')).toBeVisible();
    await expect.element(page.getByText('Every record could be read.')).toBeVisible();
  });

  test("that fails again shows NetSuite's message as an alert", async () => {
    serve('member', {
      'POST /sync/failures/orders/10248/retry': () => ({ body: { outcome: 'failed', message: 'Still locked.' } }),
    });
    await show();
    await page.getByRole('button', { name: 'Retry Sales order SO10248 (id 10248)' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Sales order SO10248 (id 10248) failed again');
    await expect.element(page.getByText('Still locked.')).toBeVisible();
  });
});

describe('a held deletion', () => {
  const title = '830 sales orders are missing in NetSuite';

  test('waits for an administrator, who confirms it in a dialog', async () => {
    let { held } = overview;
    const seen = serve('admin', {
      'GET /sync/overview': () => ({ body: { ...overview, held } }),
      'POST /sync/held-deletions/orders': () => {
        held = [];
        return { body: { records: 830 } };
      },
    });
    await show();
    await panel(title).getByRole('button', { name: 'Confirm deletion' }).click();
    await expect.element(page.getByRole('alertdialog', { name: 'Remove 830 sales orders?' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.element(page.getByText('830 sales orders removed')).toBeVisible();
    await expect.element(panel(title)).not.toBeInTheDocument();
    expect(seen.find(({ key }) => key.startsWith('POST'))?.body).toEqual({ decision: 'remove' });
  });

  test('is kept without a further question', async () => {
    const seen = serve('admin', { 'POST /sync/held-deletions/orders': () => ({ body: { records: 830 } }) });
    await show();
    await panel(title).getByRole('button', { name: 'Keep', exact: true }).click();
    await expect.element(page.getByText('830 sales orders kept')).toBeVisible();
    expect(seen.find(({ key }) => key.startsWith('POST'))?.body).toEqual({ decision: 'keep' });
  });

  test('waits again when an administrator reconsiders what was kept', async () => {
    let isKept = true;
    const held = () => overview.held.map((each) => ({ ...each, isKept }));
    const seen = serve('admin', {
      'GET /sync/overview': () => ({ body: { ...overview, held: held() } }),
      'POST /sync/held-deletions/orders': () => {
        isKept = false;
        return { body: { records: 830 } };
      },
    });
    await show();
    await expect.element(panel(title).getByText(/An administrator decided to keep them/)).toBeVisible();
    await panel(title).getByRole('button', { name: 'Decide again' }).click();
    await expect.element(panel(title).getByRole('button', { name: 'Confirm deletion' })).toBeVisible();
    expect(seen.find(({ key }) => key.startsWith('POST'))?.body).toEqual({ decision: 'reconsider' });
  });

  test('is shown to other staff without the choice', async () => {
    serve('member');
    await show();
    await expect.element(panel(title).getByText(/An administrator can confirm the deletion/)).toBeVisible();
    expect(panel(title).getByRole('button').elements()).toHaveLength(0);
  });
});

test('Check now shows what the check found', async () => {
  serve('member', {
    'GET /sync/overview': () => ({ body: { ...overview, check: null } }),
    'POST /sync/check': () => ({ body: { checkedAt: ago(-1), findings } }),
  });
  await show();
  await expect.element(panel('NetSuite').getByText(/^The account has not been checked yet\./)).toBeVisible();
  await panel('NetSuite').getByRole('button', { name: 'Check now' }).click();
  await expect.element(panel('NetSuite').getByText(findings[2]?.message ?? '')).toBeVisible();
  await expect.element(panel('NetSuite').getByText('Checked just now')).toBeVisible();
});

test('says when requests are paused after repeated failures', async () => {
  const netsuite = { ...overview.netsuite, openUntil: ago(-1), lastError: { message: 'status 500', at: ago(1) } };
  serve('member', { 'GET /sync/overview': () => ({ body: { ...overview, netsuite } }) });
  await show();
  await expect.element(panel('NetSuite').getByText(/^Requests are paused after repeated failures\./)).toBeVisible();
  await expect.element(panel('NetSuite').getByText(/status 500$/)).toBeVisible();
});

test('the history loads older runs, and runs without changes on request', async () => {
  const runs = Array.from({ length: 12 }, (_, index) => ({ ...run, runId: `run-${index}`, startedAt: ago(index) }));
  const seen = serve('member', {
    'GET /sync/runs': ({ query }) => {
      const before = new URLSearchParams(query).get('before');
      const rest = before === null ? runs : runs.filter(({ startedAt }) => startedAt < before);
      return { body: { data: rest.slice(0, 10) } };
    },
  });
  await show();
  const rows = panel('History').getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(10);
  await page.getByRole('button', { name: 'Show older runs' }).click();
  await expect.poll(() => rows.elements().length).toBe(12);
  await expect.element(page.getByRole('button', { name: 'Show older runs' })).not.toBeInTheDocument();
  const reads = () => seen.filter(({ key, query }) => key === 'GET /sync/runs' && query.includes('limit=10'));
  expect(reads().every(({ query }) => query.includes('only=notable'))).toBe(true);
  await page.getByRole('switch', { name: 'Show runs without changes' }).click();
  await expect.poll(() => reads().some(({ query }) => !query.includes('only='))).toBe(true);
});

test('says that nothing happened yet, and offers a retry when the state cannot be loaded', async () => {
  let fails = true;
  serve('member', {
    'GET /sync/overview': () =>
      fails
        ? { status: 503, body: { message: 'The database is not available.' } }
        : { body: { ...overview, held: [], check: null } },
    'GET /sync/failures': () => ({ body: pageOf([]) }),
    'GET /sync/runs': () => ({ body: { data: [] } }),
  });
  await show();
  await expect.element(page.getByText('Failed to load the state of the sync')).toBeVisible();
  await expect.element(page.getByText('The database is not available.')).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('Every record could be read.')).toBeVisible();
  await expect.element(page.getByText('No runs yet.')).toBeVisible();
});
