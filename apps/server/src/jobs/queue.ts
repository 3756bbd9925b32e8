import { fromKysely, PgBoss, type Queue, type QueueOptions, type SendOptions } from 'pg-boss';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { runInBackground } from '../platform/workload.ts';

/** A kind of job: its queue's name, how it is retried, and the type of what it carries. */
export type JobKind<Data extends object> = {
  name: string;
  options: QueueOptions & Pick<Queue, 'policy'>;
  /** Never set; names the type of the data. */
  data?: Data;
};

/** What does one kind of job. A run that throws is tried again, as the kind says. */
export type Worker = {
  kind: JobKind<object>;
  /** How many at once in this process; default 1. */
  concurrency?: number;
  run(data: object): Promise<void>;
};

/** The queue as this process sees it. Each job is done once among all servers. */
export type JobQueue = {
  /** Writes a job in the caller's transaction: it exists if and only if its cause does. */
  enqueue<Data extends object>(
    transaction: Database,
    kind: JobKind<Data>,
    data: Data,
    options?: Pick<SendOptions, 'startAfter' | 'singletonKey'>,
  ): Promise<void>;
  /** Writes any number of jobs of one kind in one statement, otherwise like `enqueue`. */
  enqueueAll<Data extends object>(transaction: Database, kind: JobKind<Data>, data: readonly Data[]): Promise<void>;
  /** Runs a job by a cron expression, in UTC, once among all servers; no more where there is none. */
  schedule(kind: JobKind<object>, cron: string | undefined): Promise<void>;
  start(workers: readonly Worker[]): Promise<void>;
  /** Lets running jobs end, then stops. */
  stop(): Promise<void>;
};

/** Binds a kind of job to the function that does it. */
export function worker<Data extends object>(
  kind: JobKind<Data>,
  run: (data: Data) => Promise<void>,
  concurrency?: number,
): Worker {
  return { kind, run: (data) => run(data as Data), ...(concurrency === undefined ? {} : { concurrency }) };
}

/** Jobs in the portal's own database: written in transactions, done once, kept over restarts. */
export function createJobQueue(options: { url: string; log: Logger; kinds: readonly JobKind<object>[] }): JobQueue {
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: 'order-portal jobs',
    max: 4,
    // Its statements are short, save for those of an update of its own tables.
    options: '-c statement_timeout=300000 -c lock_timeout=60000 -c idle_in_transaction_session_timeout=60000',
    // A worker wakes when the job is committed; polling finds those whose time has come.
    useListenNotify: true,
  });
  boss.on('error', (error) => options.log.warn({ err: error }, 'job queue'));

  async function work(name: string, run: Worker['run']): Promise<void> {
    let id: string | undefined;
    id = await boss.work(name, { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 }, async ([job]) => {
      if (job === undefined) return;
      // On to the next at once: of many mails, each would else wait until it is polled for.
      if (id !== undefined) boss.notifyWorker(id);
      await runInBackground(() => run(job.data as object));
    });
  }

  return {
    enqueue: async (transaction, kind, data, sendOptions = {}) => {
      await boss.send(kind.name, data, { ...sendOptions, db: fromKysely(transaction) });
    },
    enqueueAll: async (transaction, kind, data) => {
      if (data.length === 0) return;
      const jobs = data.map((one) => ({ data: one }));
      await boss.insert(kind.name, jobs, { db: fromKysely(transaction) });
    },
    schedule: (kind, cron) => (cron === undefined ? boss.unschedule(kind.name) : boss.schedule(kind.name, cron)),
    start: async (workers) => {
      await boss.start();
      for (const kind of options.kinds) {
        await boss.createQueue(kind.name, { ...kind.options, notify: true });
        // The policy is for good.
        const { policy: _policy, ...options } = kind.options;
        await boss.updateQueue(kind.name, options);
      }
      for (const { kind, run, concurrency = 1 } of workers) {
        for (let number = 0; number < concurrency; number += 1) await work(kind.name, run);
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
