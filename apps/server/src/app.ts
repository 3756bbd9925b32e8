import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { mountActivity } from './features/activity/routes.ts';
import { mountAssignments } from './features/assignments/routes.ts';
import { deleteOrphanedFiles } from './features/attachments/orphaned-files.ts';
import { mountAttachments } from './features/attachments/routes.ts';
import { mailResetLink } from './features/auth/password-reset.ts';
import { mountAuth } from './features/auth/routes.ts';
import { isSessionToken } from './features/auth/session-tokens.ts';
import { readCurrentUser, readSessionSettings, writeSessionQuery } from './features/auth/sessions.ts';
import { mountChangeFeed } from './features/change-feed/routes.ts';
import { createChangeFeedService } from './features/change-feed/service.ts';
import { mountCustomers } from './features/customers/routes.ts';
import { createCustomerService } from './features/customers/service.ts';
import { mailInvitation } from './features/invitations/administering.ts';
import { mountInvitations } from './features/invitations/routes.ts';
import { composeOrderNews, endOrderNews } from './features/notifications/compose-mail.ts';
import { mountNotifications } from './features/notifications/routes.ts';
import { mountOrderEvents } from './features/order-events/routes.ts';
import { ordersVersionQuery } from './features/orders/orders-list.ts';
import { mountOrders } from './features/orders/routes.ts';
import { createOrderService } from './features/orders/service.ts';
import { mountPaperRequests } from './features/paper-requests/routes.ts';
import { mountPreferences } from './features/preferences/routes.ts';
import { addSyncMetrics } from './features/sync/metrics.ts';
import { connectNetsuite } from './features/sync/netsuite-connection.ts';
import { mountSync } from './features/sync/routes.ts';
import { createSyncService } from './features/sync/service.ts';
import { mountUsers, type UserDependencies } from './features/users/routes.ts';
import { mountViewers } from './features/viewers/routes.ts';
import { createAuthentication } from './http/authentication.ts';
import { createNetworkLimit, createRequestCounter } from './http/count-requests.ts';
import { createRefusals } from './http/refusals.ts';
import { createServer } from './http/server.ts';
import {
  checkCountsJob,
  createCheckCountsWorker,
  createHousekeepingWorker,
  housekeepingJob,
} from './jobs/housekeeping.ts';
import type { JobQueue, Worker } from './jobs/queue.ts';
import { createResetRequests, createResetRequestWorker, resetRequestJob } from './jobs/reset-requests.ts';
import { createMailWorker, createOutbox, sendMailJob } from './jobs/send-mail.ts';
import {
  createSyncWorkers,
  nightlySyncJob,
  notifyFollowersJob,
  readChangesJob,
  syncAlertJob,
  syncJob,
} from './jobs/sync-jobs.ts';
import { createExporter } from './listing/export/exporter.ts';
import { createBusySenders } from './platform/busy-senders.ts';
import { type Clock, minuteMs } from './platform/clock.ts';
import { deriveKey } from './platform/crypto.ts';
import type { DatabaseClient } from './platform/database.ts';
import type { Logger } from './platform/log.ts';
import type { Mailer } from './platform/mail.ts';
import type { Metrics } from './platform/metrics.ts';
import { createRequestLimiter } from './platform/request-limiter.ts';
import type { FileStorage } from './platform/storage.ts';
import { runInBackground } from './platform/workload.ts';
import { addPortalMetrics } from './portal-metrics.ts';
import type { Readiness } from './readiness.ts';

/** Version, as returned by `GET /health` and the API reference. */
export const version = '1.0.0';

/** All kinds of jobs; the queue is created for each. */
export const jobKinds = [
  sendMailJob,
  resetRequestJob,
  housekeepingJob,
  checkCountsJob,
  syncJob,
  nightlySyncJob,
  readChangesJob,
  syncAlertJob,
  notifyFollowersJob,
];

export type AppDependencies = {
  config: Config;
  database: DatabaseClient;
  queue: JobQueue;
  mailer: Mailer;
  storage: FileStorage;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  readiness: Readiness;
  /** The built web app; undefined serves only the API. */
  webFolder: string | undefined;
};

/** The HTTP server and the job runner. */
export type App = { http: FastifyInstance; workers: Worker[] };

/** Composition root: creates all parts of the portal. Starts neither the server nor jobs. */
export async function createApp(dependencies: AppDependencies): Promise<App> {
  const { config, database, queue, mailer, storage, clock, log, metrics } = dependencies;
  const { db, pool } = database;
  const mailKey = deriveKey(config.serverKey, 'queued mail');
  const resetKey = deriveKey(config.serverKey, 'reset requests');
  const outbox = createOutbox(queue, mailKey);
  const unsubscribeKey = deriveKey(config.serverKey, 'unsubscribe links');
  const mailing = { db, clock, outbox, publicUrl: config.publicUrl };
  const auth = {
    ...mailing,
    pool,
    resetRequests: createResetRequests(queue, resetKey),
    isMailReachable: mailer.isReachable,
    codeKey: deriveKey(config.serverKey, 'one-time codes'),
    deviceKey: deriveKey(config.serverKey, 'known devices'),
    ...readSessionSettings(config),
    attachmentMaxBytes: config.attachmentMaxBytes,
    sessionQuery: writeSessionQuery({ orders: ordersVersionQuery }),
  };
  const netsuite = connectNetsuite(config.netsuite, config.customFields, { db, pool, log, registry: metrics.registry });
  addSyncMetrics(metrics.registry, db, clock);
  const countMail = addPortalMetrics(metrics.registry, { database, readiness: dependencies.readiness });
  const sync = createSyncService({
    db,
    clock,
    log,
    netsuite,
    staleAfterMs: config.syncAlertMinutes * minuteMs || Number.POSITIVE_INFINITY,
    maxStreams: config.usageLimits.eventStreams,
  });
  const changeFeed = createChangeFeedService({
    db,
    clock,
    secret: config.changeFeedSecret,
    enqueueRead: () => queue.enqueue(db, readChangesJob, {}),
    refresh: sync.refresh,
  });
  const busySenders = createBusySenders(config.busyPercent / 100);
  const exportList = createExporter({ db, pool, clock, limits: config.exportLimits, busySenders });
  const orders = createOrderService({
    pool,
    exportList,
    fields: config.customFields.orders.others,
    trackingUrls: config.trackingUrls,
    selectFreshness: sync.selectFreshness,
  });
  const customers = createCustomerService({ pool, orders, exportList, fields: config.customFields.customers });
  const files = { db, clock, log, storage, maxBytes: config.attachmentMaxBytes, limits: config.usageLimits };
  const people = { ...mailing, pool, limits: config.usageLimits };
  const users: UserDependencies = { ...people, mailInvitation: (...invited) => mailInvitation(people, ...invited) };
  const limiter = createRequestLimiter({ pool, clock, log });
  const delayRefusal = createRefusals();
  const count = createRequestCounter(limiter, delayRefusal);
  const http = await createServer({
    log,
    metrics,
    metricsToken: config.metricsToken,
    readiness: dependencies.readiness,
    admission: {
      authenticate: createAuthentication((token) => readCurrentUser(auth, token)),
      count,
      delayRefusal,
      limits: config.requestLimits,
      countByNetwork: createNetworkLimit(count, config.networkLimits, {
        busySenders,
        isOurToken: (token) => isSessionToken(auth.sessionKey, token),
      }),
      busySenders,
    },
    mountFeatures: (mount) => {
      mountAuth(mount, auth);
      mountOrders(mount, orders);
      mountOrderEvents(mount, database);
      mountCustomers(mount, customers);
      mountAttachments(mount, files);
      mountPaperRequests(mount, { db, clock });
      mountActivity(mount, { pool });
      mountAssignments(mount, mailing);
      mountNotifications(mount, { db, clock, unsubscribeKey });
      mountPreferences(mount, { db, clock });
      mountUsers(mount, users);
      mountViewers(mount, { db });
      mountInvitations(mount, people);
      mountChangeFeed(mount, changeFeed);
      mountSync(
        mount,
        sync,
        createAuthentication((token) => readCurrentUser(auth, token, { extend: false })),
      );
    },
    webFolder: dependencies.webFolder,
    isSecure: config.publicUrl.startsWith('https:'),
    trustProxy: config.trustProxy,
    requestSilenceMs: config.usageLimits.requestSilenceMs,
    version,
  });
  // Before waiting for open requests, since a sync may be one of them.
  http.addHook('preClose', sync.close);
  http.addHook('onClose', async () => limiter.stop());
  http.addHook('onListen', () => {
    limiter.start();
    runInBackground(sync.resume).catch((error: unknown) =>
      log.warn({ err: error }, 'an interrupted sync could not go on'),
    );
    runInBackground(() => deleteOrphanedFiles(files)).catch((error: unknown) =>
      log.warn({ err: error }, 'orphaned files could not be deleted'),
    );
  });
  const workers = [
    createMailWorker({
      mailer,
      key: mailKey,
      clock,
      log,
      onAttempt: countMail,
      composeOrderNews: (mail) => composeOrderNews({ db, clock, publicUrl: config.publicUrl, unsubscribeKey }, mail),
      onOrderNewsEnd: ({ userId }) => endOrderNews({ db, clock }, userId),
    }),
    createResetRequestWorker(resetKey, (email) => mailResetLink(auth, email)),
    createHousekeepingWorker({
      db,
      clock,
      retention: config.retention,
      deleteOrphanedFiles: () => deleteOrphanedFiles(files),
    }),
    createCheckCountsWorker({ db, log }),
    ...createSyncWorkers(
      { sync, changeFeed, alerts: { ...mailing, overview: sync.overview }, notify: { db, clock, outbox, log } },
      config.syncEveryMinutes,
    ),
  ];
  return { http, workers };
}
