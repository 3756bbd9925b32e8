import { z } from 'zod';
import { givenInstant, idParams, instant, netsuiteId, uuid } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { pageOf } from './listing.ts';
import { syncKinds } from './values.ts';

const endpoint = endpointsOf('Sync');

const syncKind = z.enum(syncKinds);

export type { SyncKind } from './values.ts';

const syncStatus = z
  .enum(['running', 'complete', 'partial', 'failed', 'cancelled'])
  .meta({ description: "'partial': some records could not be read, or the mirror still differs from NetSuite" });
export type SyncStatus = z.infer<typeof syncStatus>;

/** How a run ended. Counts are of records. */
export const syncResult = z.object({
  runId: uuid,
  status: syncStatus,
  fetched: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  deleted: z.number().int(),
  failed: z.number().int(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  message: z
    .string()
    .nullable()
    .meta({ description: 'Why a run failed or is partial, and what NetSuite does not show, in plain words' }),
});
export type SyncResult = z.infer<typeof syncResult>;

export const syncRun = syncResult.extend({
  kind: syncKind,
  phase: z.enum(['connecting', 'counting', 'reading', 'deletions', 'checking', 'ended']),
  mode: z
    .enum(['incremental', 'dates', 'nightly'])
    .meta({ description: "'dates': orders of some days; 'nightly': compares the whole mirror with NetSuite" }),
  isScheduled: z.boolean().meta({ description: 'Started by the schedule and not by a person' }),
  customerId: netsuiteId.nullable().meta({ description: 'Set if the run reads the records of one customer' }),
  expected: z.number().int().nullable().meta({ description: 'Records this run expects to read, once known' }),
});
export type SyncRun = z.infer<typeof syncRun>;

export const listSyncRuns = endpoint('GET /sync/runs', 'sync.read', {
  summary: 'The latest runs, newest first; customer-side callers see those of their own customer',
  query: z.object({
    kind: syncKind.optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(100).default(20),
    before: givenInstant.optional().meta({ description: 'Only runs that started before this: the next page' }),
    only: z
      .enum(['notable'])
      .optional()
      .meta({ description: "'notable': leaves out scheduled runs that changed nothing" }),
  }),
  response: z.object({ data: z.array(syncRun) }),
});

export const getSyncRun = endpoint('GET /sync/runs/{id}', 'sync.read', {
  summary: 'One run with its progress',
  params: idParams,
  response: syncRun,
  errors: [404],
});

export const cancelSyncRun = endpoint('POST /sync/runs/{id}/cancel', 'sync.cancel', {
  summary: 'Ask a run to stop; records that it has already written stay in the mirror',
  params: idParams,
  response: syncRun,
  errors: [404, 409],
});

export const syncEvents = endpoint('GET /sync/events', 'sync.read', {
  summary: 'Server-sent events: `run` carries a run whenever it moves on',
  binary: 'text/event-stream',
  response: z.any(),
  errors: [429],
});

export const syncFreshness = endpoint('GET /sync/freshness', 'signedIn', {
  summary: 'When each mirror was last updated, but for failed and held records',
  response: z.record(syncKind, instant.nullable()),
});

const heldDeletions = z.object({
  kind: syncKind,
  records: z.number().int().meta({ description: 'Records that NetSuite no longer returns' }),
  heldAt: instant,
  isKept: z.boolean().meta({ description: 'An administrator kept them' }),
});
export type HeldDeletions = z.infer<typeof heldDeletions>;

export const listHeldDeletions = endpoint('GET /sync/held-deletions', 'sync.operate', {
  summary:
    'Records that NetSuite no longer returns without having deleted them, which wait for an administrator or were kept',
  response: z.object({ data: z.array(heldDeletions) }),
});

const heldDecision = z.enum(['remove', 'keep', 'reconsider']);
export type HeldDecision = z.infer<typeof heldDecision>;

export const decideHeldDeletions = endpoint('POST /sync/held-deletions/{kind}', 'sync.decide', {
  summary: 'Remove the held records that NetSuite does not have, keep all of them, or have the kept ones wait again',
  params: z.object({ kind: syncKind }),
  body: z.object({ decision: heldDecision }),
  response: z.object({ records: z.number().int().meta({ description: 'Records that the decision changed' }) }),
  errors: [404, 502],
});

const finding = z.object({
  topic: z.enum(['sign-in', 'clock', 'permissions', 'features', 'columns', 'limits', 'records', 'speed']),
  result: z.enum(['passed', 'note', 'failed']).meta({ description: "'note': may be intended" }),
  message: z.string().meta({ description: 'One sentence; of a failure, with the setting that cures it' }),
});
export type Finding = z.infer<typeof finding>;

const netsuiteCheck = z.object({ checkedAt: instant, findings: z.array(finding) });
export type NetsuiteCheck = z.infer<typeof netsuiteCheck>;

export const checkNetsuite = endpoint('POST /sync/check', 'sync.operate', {
  summary: 'Check the NetSuite account, the role and the connection; the result is kept for the overview',
  response: netsuiteCheck,
});

const mirrorState = z.object({
  kind: syncKind,
  records: z.number().int(),
  freshAt: instant
    .nullable()
    .meta({ description: 'End of the last successful run that covered all customers and dates' }),
  isStale: z.boolean().meta({ description: 'Older than SYNC_ALERT_MINUTES' }),
  failedRecords: z.number().int(),
});
export type MirrorState = z.infer<typeof mirrorState>;

const netsuiteLimit = z.object({
  configured: z.number().int().meta({ description: 'Concurrent requests according to NETSUITE_CONCURRENCY' }),
  allowed: z.number().int().meta({ description: 'Fewer after NetSuite refused some' }),
  inUse: z.number().int(),
  waiting: z.number().int(),
  openUntil: instant.nullable().meta({
    description: 'While requests fail at once because previous ones failed: the time of the next attempt',
  }),
  lastError: z.object({ message: z.string(), at: instant }).nullable(),
});
export type NetsuiteLimit = z.infer<typeof netsuiteLimit>;

const syncOverview = z.object({
  mirrors: z.array(mirrorState),
  netsuite: netsuiteLimit,
  held: z.array(heldDeletions),
  check: netsuiteCheck.nullable().meta({ description: 'The last check of the NetSuite account' }),
});
export type SyncOverview = z.infer<typeof syncOverview>;

export const getSyncOverview = endpoint('GET /sync/overview', 'sync.operate', {
  summary: 'State of the mirrors, held deletions and the last check of the NetSuite account',
  response: syncOverview,
});

const failedRecord = z.object({
  kind: syncKind,
  id: netsuiteId,
  name: z.string().nullable().meta({ description: 'Number of the order or name of the customer, if it is mirrored' }),
  message: z.string().meta({ description: "NetSuite's message" }),
  failedSince: instant,
  lastTriedAt: instant,
  attempts: z.number().int(),
});
export type FailedRecord = z.infer<typeof failedRecord>;

export const listFailedRecords = endpoint('GET /sync/failures', 'sync.operate', {
  summary: 'Records that could not be read, longest first; each is tried again at every sync',
  query: z.object({
    page: z.coerce.number<number | string>().int().min(1).max(100_000).default(1),
    limit: z.coerce.number<number | string>().int().min(1).max(100).default(10),
  }),
  response: pageOf(failedRecord),
});

export const retryFailedRecord = endpoint('POST /sync/failures/{kind}/{id}/retry', 'sync.operate', {
  summary: 'Read a failed record again now',
  params: z.object({ kind: syncKind, id: netsuiteId }),
  response: z.object({
    outcome: z.enum(['read', 'deleted', 'failed']),
    message: z.string().nullable().meta({ description: "NetSuite's message if it failed again" }),
  }),
  errors: [404, 502],
});
