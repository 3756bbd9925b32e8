import type { SyncResult } from '@portal/contract/sync';
import { expect, test } from 'vitest';
import { Toaster } from '#components/ui/toaster.tsx';
import { render } from '#testing/render.tsx';
import { describeResult, formatDuration, tellResult } from './sync-result.ts';

const run: SyncResult = {
  runId: 'a',
  status: 'complete',
  fetched: 14,
  created: 0,
  updated: 0,
  unchanged: 14,
  deleted: 0,
  failed: 0,
  startedAt: '2026-05-06T10:00:00.000Z',
  finishedAt: '2026-05-06T10:00:01.400Z',
  message: null,
};

test.each<[Partial<SyncResult>, string]>([
  [{ updated: 12, created: 2 }, '12 updated, 2 created · 1.4 s'],
  [{ created: 100_000 }, '100,000 created · 1.4 s'],
  [{}, 'Nothing has changed · 1.4 s'],
  [{ updated: 1, deleted: 3, failed: 2 }, '1 updated, 3 deleted, 2 failed, to be retried by the next sync · 1.4 s'],
  [{ updated: 1, finishedAt: null }, '1 updated'],
])('describes the result of a run: %o', (part, text) => {
  expect(describeResult({ ...run, ...part })).toBe(text);
});

test('formats durations', () => {
  expect(formatDuration(0, 1)).toBe('0.0 s');
  expect(formatDuration(59_949, 1)).toBe('59.9 s');
  expect(formatDuration(59_950, 1)).toBe('1 min 0 s');
  expect(formatDuration(125_000, 0)).toBe('2 min 5 s');
  expect(formatDuration(7400, 0)).toBe('7 s');
  expect(formatDuration(-50, 0)).toBe('0 s');
});

test('shows a result while the toast of the run before is leaving', async () => {
  render(<Toaster duration={1000} />);
  const toast = (state: string) => document.querySelector(`[data-sonner-toast][data-removed=${state}]`);
  tellResult('customers', { ...run, runId: 'b', status: 'failed', message: 'NetSuite could not answer.' });
  await expect.poll(() => toast('false')?.textContent).toContain('Failed to sync customers');
  await expect.poll(() => toast('true'), { interval: 10 }).not.toBeNull();
  tellResult('customers', run);
  await expect.poll(() => toast('true')).toBeNull();
  expect(toast('false')?.textContent).toContain('Customers synced successfully');
});
