import type { SyncKind } from '@portal/contract/sync';
import type { NetsuiteClient } from '@portal/netsuite/client/netsuite-client';
import { failedAs } from '@portal/netsuite/client/netsuite-error';
import { type Opening, readOpenings } from '@portal/netsuite/source/openings';
import type { Selection } from '@portal/netsuite/source/record-source';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { rememberedColumns } from './account-columns.ts';
import { findLastServerTime, type Run } from './queries.ts';
import type { OpenedRun, Openings, SyncedKinds } from './run-context.ts';

/** Age from which an answer is asked for again, because the runs in between took long. */
const MAX_AGE_MS = minuteMs;
/** Kinds that read changes from times further apart are asked about apart: one may have failed for days. */
const MAX_DIFFERENCE_MS = hourMs;

type Asked = { opening: Promise<Opening>; selection: Selection; at: number };

/**
 * Openings of the runs of a sequence of kinds. A run asks about the kinds that follow it as well if their records are
 * transactions too, so that a sync of all kinds takes three requests when nothing has changed.
 */
export function createOpenings(
  client: NetsuiteClient,
  kinds: SyncedKinds,
  sequence: readonly SyncKind[] = [],
): Openings {
  const asked = new Map<SyncKind, Asked>();

  /** Kinds to ask about in the same requests, with the times from which they read changes. */
  async function findCompanions({ db, run, source, clock }: OpenedRun, { since }: Selection) {
    if (source.type === null || run.mode === 'dates') return [];
    const following = sequence.slice(sequence.indexOf(run.kind) + 1).map(async (kind) => {
      const watermark = await findLastServerTime(db, { ...run, kind });
      return { kind, since: sinceOf({ ...run, watermark, started_at: clock.now().toISOString() }) };
    });
    return (await Promise.all(following)).filter(({ since: own }) =>
      own === null || since === null ? own === since : Math.abs(Number(own) - Number(since)) <= MAX_DIFFERENCE_MS,
    );
  }

  return async (base, selection, call) => {
    const { db, run } = base;
    const known = asked.get(run.kind);
    asked.delete(run.kind);
    if (known !== undefined && canAnswer(known, selection)) {
      // A run that was stopped takes its requests with it.
      const opening = await known.opening.catch(() => undefined);
      if (opening !== undefined) return opening;
    }
    const companions = await findCompanions(base, selection);
    const together = [{ kind: run.kind, since: selection.since }, ...companions];
    const opened = await Promise.all(
      together.map(async ({ kind }) => ({
        type: kinds[kind].source.type,
        columns: await rememberedColumns({ db, ...kinds[kind] }),
      })),
    );
    const earliest = new Date(Math.min(...together.map(({ since }) => Number(since))));
    const selected = { ...selection, since: selection.since && earliest };
    const openings = readOpenings(client, opened, selected, call);
    const openingOf = async (index: number) => (await openings)[index] as Opening;
    for (const [index, { kind }] of companions.entries()) {
      const opening = openingOf(index + 1);
      opening.catch(() => undefined);
      asked.set(kind, { opening, selection: selected, at: performance.now() });
    }
    try {
      return await openingOf(0);
    } catch (error) {
      if (companions.length === 0 || !failedAs(error, 'refused', 'permission', 'unavailable')) throw error;
      // What NetSuite refuses may concern another kind, which then fails by itself. A failure has been retried already.
      const once = error.transient ? { ...call, attempts: 1 } : call;
      const [opening] = await readOpenings(client, opened.slice(0, 1), selection, once);
      return opening as Opening;
    }
  };
}

/** Whether an answer is recent and reaches back far enough. */
function canAnswer({ selection: { since, customerId, from, to }, at }: Asked, wanted: Selection): boolean {
  if (performance.now() - at > MAX_AGE_MS || customerId !== wanted.customerId) return false;
  if (from !== wanted.from || to !== wanted.to) return false;
  return since === null || wanted.since === null ? since === wanted.since : since <= wanted.since;
}

type Started = Pick<Run, 'mode' | 'requested_by' | 'watermark' | 'started_at'>;

/**
 * Overlap with the previous run, in milliseconds: how far before its start changes are read again. Rows become visible
 * later than their own date (long transactions, CSV imports). A scheduled run re-reads 10 minutes, the first of each
 * hour and any run requested by a person 24 hours, the nightly run 72 hours (suiteql-facts, section 8).
 */
export function overlapOf({ mode, requested_by, watermark, started_at }: Started): number {
  if (mode === 'nightly') return 72 * hourMs;
  if (requested_by !== null || watermark === null) return 24 * hourMs;
  const [hour, previous] = [started_at, watermark].map((instant) => Math.floor(Date.parse(instant) / hourMs));
  return hour === previous ? 10 * minuteMs : 24 * hourMs;
}

/** Time from which a run reads changes; null for everything. */
export function sinceOf(run: Started): Date | null {
  const { mode, watermark } = run;
  if (watermark === null || mode === 'dates') return null;
  return new Date(Date.parse(watermark) - overlapOf(run));
}
