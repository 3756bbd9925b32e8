import { z } from 'zod';
import { idParams, instant, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

const syncKind = z.enum(['orders', 'customers']);
export type SyncKind = z.infer<typeof syncKind>;

const syncStatus = z
  .enum(['running', 'complete', 'partial', 'failed', 'cancelled'])
  .meta({ description: "'partial': some records were set aside with their reason and are tried again next time" });
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
});
export type SyncResult = z.infer<typeof syncResult>;

export const syncRun = syncResult.extend({
  kind: syncKind,
  phase: z.enum(['connecting', 'counting', 'reading', 'deletions', 'checking', 'ended']),
  expected: z.number().int().nullable().meta({ description: 'Records this run expects to read, once known' }),
  message: z.string().nullable().meta({ description: 'Why a run failed or is partial, in plain words' }),
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
  summary: 'Ask a run to stop after its current page; what it has landed stays',
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
  response: z.object({ orders: instant.nullable(), customers: instant.nullable() }),
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
