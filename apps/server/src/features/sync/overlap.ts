import { hourMs, minuteMs } from '../../platform/clock.ts';
import type { Run } from './queries.ts';

type Started = Pick<Run, 'kind' | 'mode' | 'requested_by' | 'watermark' | 'started_at'>;

/**
 * Overlap with the previous run, in milliseconds: how far before its start changes are read again. Rows become visible
 * later than their own date (long transactions, CSV imports). A scheduled run re-reads 10 minutes, the first of each
 * hour and any run requested by a person 24 hours, the nightly run 72 hours. `lastmodifieddate` and visibility:
 * suiteql-facts, section 8.
 */
export function overlapOf({ mode, requested_by, watermark, started_at }: Started): number {
  if (mode === 'nightly') return 72 * hourMs;
  if (requested_by !== null || watermark === null) return 24 * hourMs;
  const isFirstOfHour = hourOf(started_at) !== hourOf(watermark);
  return isFirstOfHour ? 24 * hourMs : 10 * minuteMs;
}

/**
 * Time from which a run reads changes; null for everything. Balances change without the customer's date, so customers are
 * read in full each night.
 */
export function sinceOf(run: Started): Date | null {
  const { kind, mode, watermark } = run;
  if (watermark === null || mode === 'dates' || (mode === 'nightly' && kind === 'customers')) return null;
  return new Date(Date.parse(watermark) - overlapOf(run));
}

function hourOf(instant: string): number {
  return Math.floor(Date.parse(instant) / hourMs);
}
