import { z } from 'zod';
import { givenInstant, idParams, instant, netsuiteId, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { syncKinds } from './values.ts';

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
  message: z.string().nullable().meta({ description: 'Why a run failed or is partial, in plain words' }),
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

export const listSyncRuns = endpoint({
  method: 'GET',
  path: '/sync/runs',
  tag: 'Sync',
  summary: 'The latest runs, newest first; customer-side callers see those of their own customer',
  permission: 'sync.read',
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
  errors: [400, 401, 403],
});

export const getSyncRun = endpoint({
  method: 'GET',
  path: '/sync/runs/{id}',
  tag: 'Sync',
  summary: 'One run with its progress',
  permission: 'sync.read',
  params: idParams,
  response: syncRun,
  errors: [400, 401, 403, 404],
});

export const cancelSyncRun = endpoint({
  method: 'POST',
  path: '/sync/runs/{id}/cancel',
  tag: 'Sync',
  summary: 'Ask a run to stop; records that it has already written stay in the mirror',
  permission: 'sync.cancel',
  params: idParams,
  response: syncRun,
  errors: [400, 401, 403, 404, 409],
});

export const syncEvents = endpoint({
  method: 'GET',
  path: '/sync/events',
  tag: 'Sync',
  summary: 'Server-sent events: `run` carries a run whenever it moves on',
  permission: 'sync.read',
  binary: 'text/event-stream',
  response: z.any(),
  errors: [401, 403, 429],
});

export const syncFreshness = endpoint({
  method: 'GET',
  path: '/sync/freshness',
  tag: 'Sync',
  summary: 'When each mirror was last complete',
  permission: 'signedIn',
  response: z.record(syncKind, instant.nullable()),
  errors: [401],
});

const heldDeletions = z.object({
  kind: syncKind,
  records: z.number().int().meta({ description: 'Records that NetSuite no longer returns' }),
  heldAt: instant,
});
export type HeldDeletions = z.infer<typeof heldDeletions>;

export const listHeldDeletions = endpoint({
  method: 'GET',
  path: '/sync/held-deletions',
  tag: 'Sync',
  summary:
    'Deletions that wait for an administrator: records that NetSuite no longer returns without having deleted them',
  permission: 'sync.operate',
  response: z.object({ data: z.array(heldDeletions) }),
  errors: [401, 403],
});

export const decideHeldDeletions = endpoint({
  method: 'POST',
  path: '/sync/held-deletions/{kind}',
  tag: 'Sync',
  summary: 'Remove the held records from the portal, or keep them',
  permission: 'sync.decide',
  params: z.object({ kind: syncKind }),
  body: z.object({ decision: z.enum(['remove', 'keep']) }),
  response: z.object({ records: z.number().int().meta({ description: 'Records that were removed or kept' }) }),
  errors: [400, 401, 403, 404],
});

const finding = z.object({
  topic: z.enum(['sign-in', 'clock', 'permissions', 'features', 'columns', 'limits', 'records', 'speed']),
  result: z.enum(['passed', 'note', 'failed']).meta({ description: "'note': may be intended" }),
  message: z.string().meta({ description: 'One sentence; of a failure, with the setting that cures it' }),
});
export type Finding = z.infer<typeof finding>;

const netsuiteCheck = z.object({ checkedAt: instant, findings: z.array(finding) });
export type NetsuiteCheck = z.infer<typeof netsuiteCheck>;

export const checkNetsuite = endpoint({
  method: 'POST',
  path: '/sync/check',
  tag: 'Sync',
  summary: 'Check the NetSuite account, the role and the connection; the result is kept for the overview',
  permission: 'sync.operate',
  response: netsuiteCheck,
  errors: [401, 403],
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

export const getSyncOverview = endpoint({
  method: 'GET',
  path: '/sync/overview',
  tag: 'Sync',
  summary: 'State of the mirrors, held deletions and the last check of the NetSuite account',
  permission: 'sync.operate',
  response: syncOverview,
  errors: [401, 403],
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

export const listFailedRecords = endpoint({
  method: 'GET',
  path: '/sync/failures',
  tag: 'Sync',
  summary: 'Records that could not be read, longest first; each is tried again at every sync',
  permission: 'sync.operate',
  query: z.object({
    page: z.coerce.number<number | string>().int().min(1).max(100_000).default(1),
    limit: z.coerce.number<number | string>().int().min(1).max(100).default(10),
  }),
  response: z.object({
    items: z.array(failedRecord),
    total: z.number().int(),
    pages: z.number().int(),
    page: z.number().int(),
    limit: z.number().int(),
  }),
  errors: [400, 401, 403],
});

export const retryFailedRecord = endpoint({
  method: 'POST',
  path: '/sync/failures/{kind}/{id}/retry',
  tag: 'Sync',
  summary: 'Read a failed record again now',
  permission: 'sync.operate',
  params: z.object({ kind: syncKind, id: netsuiteId }),
  response: z.object({
    outcome: z.enum(['read', 'deleted', 'failed']),
    message: z.string().nullable().meta({ description: "NetSuite's message if it failed again" }),
  }),
  errors: [400, 401, 403, 404, 502],
});
