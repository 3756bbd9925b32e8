import { createNetsuiteClient } from '@portal/netsuite/client/netsuite-client';
import { createSources } from '@portal/netsuite/sources';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { NetsuiteConfig } from '../../config.ts';
import type { CustomFieldsConfig } from '../../config-custom-fields.ts';
import type { Database } from '../../platform/database.ts';
import { createEvents } from '../../platform/events.ts';
import type { Logger } from '../../platform/log.ts';
import { addNetsuiteMetrics } from './metrics.ts';
import { createNetsuiteLimiter } from './netsuite-limiter.ts';

/** NetSuite as the syncs use it. */
export type NetsuiteConnection = ReturnType<typeof connectNetsuite>;

export type ConnectionParts = { db: Database; pool: pg.Pool; log: Logger; registry: Registry };

/**
 * All reads from NetSuite, through one client with the account's shared concurrency limit. Creating it sends no request.
 * Close `events` before the database.
 */
export function connectNetsuite(
  account: NetsuiteConfig,
  fields: CustomFieldsConfig,
  { db, pool, log, registry }: ConnectionParts,
) {
  const { accountId, baseUrl, credentials, concurrency, retry } = account;
  const events = createEvents(pool, log);
  const onEnd = addNetsuiteMetrics(registry, db);
  const limiter = createNetsuiteLimiter({ db, pool, events, log, concurrency, onEnd });
  const client = createNetsuiteClient({ accountId, baseUrl, credentials, limiter, log, retry });
  return { client, events, concurrency, sources: createSources(client, fields) };
}
