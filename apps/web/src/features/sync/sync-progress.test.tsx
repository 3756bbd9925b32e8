import type { SyncRun } from '@portal/contract/sync';
import { useQuery } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { toastTitles } from '#testing/render.tsx';
import { renderPage } from '#testing/render-page.tsx';
import { SyncButton } from './sync-button.tsx';
import { SyncFreshness } from './sync-freshness.tsx';
import { SyncHost } from './sync-host.tsx';

const user = { id: 'u', email: 'a@b.test', groups: ['admin'], createdAt: '2026-01-01T00:00:00Z' };

let lastId = 0;
function runOf(part: Partial<SyncRun>): SyncRun {
  return {
    runId: `run-${lastId}`,
    kind: 'orders',
    status: 'running',
    phase: 'reading',
    expected: 830,
    fetched: 415,
    created: 0,
    updated: 0,
    unchanged: 415,
    deleted: 0,
    failed: 0,
    startedAt: '2026-05-06T10:00:00.000Z',
    finishedAt: null,
    message: null,
    mode: 'incremental',
    isScheduled: false,
    customerId: null,
    ...part,
  };
}
const ended = { status: 'complete', phase: 'ended', fetched: 830, finishedAt: '2026-05-06T10:00:01.400Z' } as const;

/** A server whose sync ends, and whose stream sends events, when the test says so. */
function serveSync() {
  lastId += 1;
  const encoder = new TextEncoder();
  const freshness: Record<string, string | null> = { orders: '2026-05-06T10:00:00Z', customers: null };
  const state = {
    user,
    latest: null as SyncRun | null,
    freshness,
    listReads: 0,
    freshnessReads: 0,
    streamBroken: false,
  };
  const stops: ((response: Response) => void)[] = [];
  const streams: ReadableStreamDefaultController[] = [];
  const waiting: ((response: Response) => void)[] = [];
  const original = window.fetch;
  window.fetch = async (url, init) => {
    const { pathname, searchParams } = new URL(String(url), window.location.href);
    if (pathname === '/api/auth/profile') return Response.json(state.user);
    if (pathname === '/api/sync/freshness') {
      state.freshnessReads += 1;
      return Response.json(state.freshness);
    }
    if (pathname.endsWith('/cancel')) {
      expect([pathname, init?.method]).toEqual([`/api/sync/runs/run-${lastId}/cancel`, 'POST']);
      return new Promise((resolve) => stops.push(resolve));
    }
    if (pathname === '/api/sync/runs') {
      const known = state.latest !== null && state.latest.kind === searchParams.get('kind');
      return Response.json({ data: known ? [state.latest] : [] });
    }
    if (pathname === '/api/sync/events') {
      if (state.streamBroken) return new Response(null, { status: 503 });
      expect(new Headers(init?.headers).get('authorization')).toBe('Bearer good');
      return new Response(new ReadableStream({ start: (controller) => void streams.push(controller) }));
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  onTestFinished(() => {
    window.fetch = original;
  });
  return {
    state,
    async send(run: SyncRun) {
      await expect.poll(() => streams.length).toBeGreaterThan(0);
      for (const stream of streams) stream.enqueue(encoder.encode(`event: run\ndata: ${JSON.stringify(run)}\n\n`));
    },
    answerStop: (body: unknown, status = 200) => stops.shift()?.(Response.json(body, { status })),
    answer: (body: unknown, status = 200) => waiting.shift()?.(Response.json(body, { status })),
  };
}

/** Stands in for the orders list: refetches when its query is invalidated. */
function OrderList({ onRead }: { onRead: () => void }) {
  useQuery({
    queryKey: ['sales-orders', 'list'],
    queryFn: () => {
      onRead();
      return 'rows';
    },
  });
  return null;
}

function show(server: ReturnType<typeof serveSync>) {
  return renderPage(
    <>
      <SyncButton kind="orders" />
      <SyncFreshness kind="orders" />
      <SyncHost />
      <OrderList onRead={() => (server.state.listReads += 1)} />
    </>,
    '/orders',
  );
}

const bar = page.getByRole('progressbar', { name: 'Progress of the sync' });

beforeEach(async () => {
  localStorage.clear();
  localStorage.setItem('token', 'good');
  localStorage.setItem('user', JSON.stringify(user));
  await page.viewport(1280, 800);
});

test('shows progress, then the result, and refetches the list', async () => {
  const server = serveSync();
  await show(server);
  await expect.poll(() => server.state.listReads).toBe(1);
  await page.getByRole('button', { name: 'Sync Orders' }).click();
  await expect.element(page.getByRole('button', { name: 'Syncing…' })).toHaveAttribute('aria-busy', 'true');
  await expect.element(page.getByText('Connecting to NetSuite')).toBeVisible();

  await server.send(runOf({}));
  await expect.element(page.getByText('415 of 830')).toBeVisible();
  await expect.element(bar).toHaveAttribute('aria-valuenow', '50');
  await server.send(runOf({ fetched: 830 }));
  await expect.element(page.getByText('830 of 830')).toBeVisible();

  const result = runOf({ ...ended, updated: 12, created: 2 });
  server.state.latest = result;
  await server.send(result);
  server.answer(result);
  await expect.element(page.getByText('Sales orders synced successfully')).toBeVisible();
  await expect.element(page.getByText('12 updated, 2 created · 1.4 s')).toBeVisible();
  expect(page.getByText('Sales orders synced successfully').elements()).toHaveLength(1);
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Sync Orders' })).toBeVisible();
  await expect.poll(() => server.state.listReads).toBe(2);
});

test("shows the server's reason when a sync fails", async () => {
  const server = serveSync();
  await show(server);
  await page.getByRole('button', { name: 'Sync Orders' }).click();
  await expect.element(page.getByRole('button', { name: 'Syncing…' })).toBeVisible();
  server.answer({ statusCode: 502, message: 'NetSuite refused the sign-in.' }, 502);
  await expect.element(page.getByText('Failed to sync sales orders')).toBeVisible();
  await expect.element(page.getByText('NetSuite refused the sign-in.')).toBeVisible();
});

test('does not report a failure when the request is cut off but the run continues', async () => {
  const server = serveSync();
  await show(server);
  await page.getByRole('button', { name: 'Sync Orders' }).click();
  await server.send(runOf({}));
  await expect.element(bar).toBeVisible();
  server.state.latest = runOf({ fetched: 600 });
  server.answer({ message: 'The gateway has timed out.' }, 504);
  await expect.element(page.getByText('600 of 830')).toBeVisible();
  expect(page.getByText('Failed to sync sales orders').elements()).toHaveLength(0);
  await server.send(runOf({ ...ended, updated: 1 }));
  await expect.element(page.getByText('1 updated · 1.4 s')).toBeVisible();
});

test('shows a run that was started elsewhere, even without the stream', async () => {
  const server = serveSync();
  server.state.streamBroken = true;
  server.state.latest = runOf({ expected: null, fetched: 20 });
  await show(server);
  await expect.element(page.getByText('20 read')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Syncing…' })).toBeVisible();
  server.state.latest = runOf({ ...ended, status: 'partial', updated: 3, failed: 1 });
  await expect.element(page.getByText('3 updated, 1 failed, to be retried by the next sync · 1.4 s')).toBeVisible();
});

test('shows a partial run as an alert, and the label says how many records failed', async () => {
  const server = serveSync();
  server.state.latest = runOf({});
  await show(server);
  await expect.element(bar).toBeVisible();
  const result = runOf({ ...ended, status: 'partial', updated: 3, failed: 1 });
  server.state.latest = result;
  await server.send(result);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Sales orders synced only in part');
  expect(page.getByText('Sales orders synced successfully').elements()).toHaveLength(0);
  const label = () => page.getByText('1 record failed', { exact: true }).element().closest('p')?.textContent;
  await expect.poll(label).toMatch(/^1 record failedSynced \d+ days? ago$/);
});

test('a run that only held deletions back is incomplete, and not said to have failed records', async () => {
  const server = serveSync();
  server.state.latest = runOf({ ...ended, status: 'partial', failed: 0, message: '12 deletions are held.' });
  await show(server);
  await expect.element(page.getByText('Last sync incomplete', { exact: true })).toBeVisible();
  expect(page.getByText(/records? failed/).elements()).toHaveLength(0);
});

test('a partial run of a customer says so in one plain sentence', async () => {
  const server = serveSync();
  server.state.latest = runOf({});
  await show(server);
  await expect.element(bar).toBeVisible();
  const message = 'Some records could not be updated. They are tried again at the next sync.';
  const result = runOf({ ...ended, status: 'partial', updated: 3, failed: 1, message });
  server.state.latest = result;
  await server.send(result);
  await expect.element(page.getByText(`3 updated · 1.4 s. ${message}`)).toBeVisible();
  expect(page.getByText('Sales orders synced successfully').elements()).toHaveLength(0);
});

test('shows a failed sync in the label next to the time of the last success', async () => {
  const server = serveSync();
  server.state.latest = runOf({ ...ended });
  await show(server);
  await expect.element(page.getByText(/^Synced \d+ days? ago$/)).toBeVisible();
  expect(page.getByText('Last sync failed').elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Sync Orders' }).click();
  await expect.element(page.getByRole('button', { name: 'Syncing…' })).toBeVisible();
  const startedAt = '2026-05-07T10:00:00.000Z';
  server.state.latest = runOf({ ...ended, runId: 'later', startedAt, status: 'failed', message: 'NetSuite is away.' });
  server.answer({ statusCode: 502, message: 'NetSuite is away.' }, 502);
  await expect.element(page.getByText('Failed to sync sales orders')).toBeVisible();
  await expect.element(page.getByText('Last sync failed')).toBeVisible();
  await expect.element(page.getByText(/^Synced \d+ days? ago$/)).toBeVisible();
});

test('reports a stopped run', async () => {
  const server = serveSync();
  server.state.latest = runOf({});
  await show(server);
  await expect.element(bar).toBeVisible();
  await server.send(runOf({ ...ended, status: 'cancelled' }));
  await expect.element(page.getByText('Sync stopped; records already read were kept.')).toBeVisible();
});

test('stops a run and shows it on the button until the run has ended', async () => {
  const server = serveSync();
  server.state.latest = runOf({});
  await show(server);
  await page.getByRole('button', { name: 'Stop syncing sales orders' }).click();
  const stopping = page.getByRole('button', { name: 'Stopping...' });
  await expect.element(stopping).toHaveAttribute('aria-busy', 'true');
  server.answerStop(runOf({}));
  await server.send(runOf({ fetched: 500 }));
  await expect.element(page.getByText('500 of 830')).toBeVisible();
  await expect.element(stopping).toBeVisible();
  await server.send(runOf({ ...ended, status: 'cancelled' }));
  await expect.element(page.getByText('Sync stopped; records already read were kept.')).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
});

test('shows the result when stopping a run that has ended, and an error for any other failure', async () => {
  const server = serveSync();
  server.state.latest = runOf({});
  await show(server);
  const stop = page.getByRole('button', { name: 'Stop syncing sales orders' });
  await stop.click();
  server.answerStop({ message: 'The server is away.' }, 503);
  await expect.element(page.getByText('Failed to stop the sync')).toBeVisible();
  await stop.click();
  server.state.latest = runOf({ ...ended, updated: 9 });
  server.answerStop({ message: 'This sync has ended already.' }, 409);
  await expect.element(page.getByText('9 updated · 1.4 s')).toBeVisible();
});

test('reports the result of a run that ended while its request was cut off', async () => {
  const server = serveSync();
  await show(server);
  await page.getByRole('button', { name: 'Sync Orders' }).click();
  await expect.element(bar).toBeVisible();
  server.state.latest = runOf({ ...ended, updated: 4 });
  server.answer({ message: 'The gateway has timed out.' }, 504);
  await expect.element(page.getByText('4 updated · 1.4 s')).toBeVisible();
  expect(page.getByText('Failed to sync sales orders').elements()).toHaveLength(0);
});

test.each([
  ['the oldest of its orders, shipments and invoices', 'admin', { fulfillments: 2, invoices: 3 }, 3],
  ['the oldest of its orders and shipments, for guests', 'customer_guest', { fulfillments: 2, invoices: 3 }, 2],
  ['its orders while nothing else was read', 'admin', {}, 1],
])('a list is as fresh as %s', async (_, group, others, days) => {
  const server = serveSync();
  const ages = Object.entries({ orders: 1, customers: 9, ...others });
  const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
  server.state.freshness = Object.fromEntries(ages.map(([kind, count]) => [kind, daysAgo(count)]));
  server.state.user = { ...user, groups: [group] };
  await show(server);
  await expect.element(page.getByText(new RegExp(`^Synced ${days} days? ago$`))).toBeVisible();
});

test("refetches list and freshness, without a toast, for another tab's run that ended before it was seen", async () => {
  const server = serveSync();
  const { queryClient } = await show(server);
  await expect.element(page.getByText(/^Synced \d+ days? ago$/)).toBeVisible();
  await expect.poll(() => server.state.listReads).toBe(1);
  // By now the page knows that there was no earlier run.
  await expect.poll(() => queryClient.getQueryData(['sync', 'run', 'orders'])).toBeNull();
  const { freshnessReads } = server.state;
  server.state.latest = runOf({ ...ended, updated: 4 });
  const otherTab = new BroadcastChannel('sync');
  onTestFinished(() => otherTab.close());
  otherTab.postMessage({ kind: 'orders' });
  // Sooner than the poll would find it.
  await expect.poll(() => server.state.listReads, { timeout: 10_000 }).toBe(2);
  await expect.poll(() => server.state.freshnessReads).toBe(freshnessReads + 1);
  expect(page.getByText('Sales orders synced successfully').elements()).toHaveLength(0);
});

test("refetches list and freshness when shipments or invoices of another tab's sync end, without a toast of theirs", async () => {
  const server = serveSync();
  server.state.latest = runOf({});
  await show(server);
  await expect.element(bar).toBeVisible();
  server.state.latest = runOf(ended);
  await server.send(server.state.latest);
  await expect.poll(toastTitles).toEqual(['Sales orders synced successfully']);
  for (const kind of ['fulfillments', 'invoices'] as const) {
    const { listReads, freshnessReads } = server.state;
    const run = runOf({ kind, runId: `${kind}-${lastId}` });
    await server.send(run);
    await server.send({ ...run, ...ended });
    await expect.poll(() => server.state.listReads).toBeGreaterThan(listReads);
    await expect.poll(() => server.state.freshnessReads).toBeGreaterThan(freshnessReads);
  }
  expect(toastTitles()).toEqual(['Sales orders synced successfully']);
});

test("replaces the success of another tab's run when shipments or invoices of the same sync are partial", async () => {
  const server = serveSync();
  server.state.latest = runOf({});
  await show(server);
  await expect.element(bar).toBeVisible();
  server.state.latest = runOf(ended);
  await server.send(server.state.latest);
  await expect.element(page.getByText('Sales orders synced successfully')).toBeVisible();
  const result = runOf({ ...ended, status: 'partial', message: 'Some shipments are missing.' });
  const otherTab = new BroadcastChannel('sync');
  onTestFinished(() => otherTab.close());
  otherTab.postMessage({ kind: 'orders', result });
  await expect.poll(toastTitles).toEqual(['Sales orders synced only in part']);
});

test('notifies the other tabs when shipments or invoices are partial', async () => {
  const server = serveSync();
  const heard: unknown[] = [];
  const otherTab = new BroadcastChannel('sync');
  onTestFinished(() => otherTab.close());
  otherTab.onmessage = ({ data }) => heard.push(data);
  await show(server);
  await page.getByRole('button', { name: 'Sync Orders' }).click();
  await expect.element(bar).toBeVisible();
  const result = runOf({ ...ended, status: 'partial', message: 'Some shipments are missing.' });
  server.answer(result);
  await expect.poll(() => heard).toEqual([{ kind: 'orders' }, { kind: 'orders', result }]);
});

test('reports an expired session once when starting a sync', async () => {
  const server = serveSync();
  await show(server);
  const start = page.getByRole('button', { name: 'Sync Orders' });
  await start.click();
  await expect.element(page.getByRole('button', { name: 'Syncing…' })).toBeVisible();
  server.answer({ message: 'Your session has ended.' }, 401);
  await expect.element(start).not.toHaveAttribute('aria-busy');
  await expect.poll(toastTitles).toEqual(['Unauthorized']);
});

test('reports an expired session once when stopping a sync', async () => {
  const server = serveSync();
  server.state.latest = runOf({});
  await show(server);
  const stop = page.getByRole('button', { name: 'Stop syncing sales orders' });
  await stop.click();
  server.answerStop({ message: 'Your session has ended.' }, 401);
  await expect.poll(toastTitles).toContain('Unauthorized');
  await expect.element(stop).not.toHaveAttribute('aria-busy');
  expect(toastTitles()).toEqual(['Unauthorized']);
});

test('shows when a list was last synced', async () => {
  await show(serveSync());
  await expect.element(page.getByText(/^Synced \d+ days? ago$/)).toBeVisible();
});
