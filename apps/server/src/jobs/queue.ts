import type pg from 'pg';
import { fromKysely, PgBoss, type Queue, type QueueOptions, type SendOptions } from 'pg-boss';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { runInBackground } from '../platform/workload.ts';

/** A kind of job: its queue's name, its retry policy, and the type of its data. */
export type JobKind<Data extends object> = {
  name: string;
  options: QueueOptions & Pick<Queue, 'policy'>;
  /** Never set; carries the type of the data. */
  data?: Data;
};

/** Handler for one kind of job. If it throws, the job is retried by the kind's policy, with the same id. */
export type Worker = {
  kind: JobKind<object>;
  /** Concurrency in this process; default 1. */
  concurrency?: number;
  /** Cron expression in UTC: it also runs then, once across all servers. Null ends an earlier schedule. */
  cron?: string | null;
  run(data: object, id: string): Promise<void>;
};

/** The queue in this process. Each job runs once across all servers. */
export type JobQueue = {
  /** Inserts a job in the caller's transaction, so that it exists if and only if the transaction commits. */
  enqueue<Data extends object>(
    transaction: Database,
    kind: JobKind<Data>,
    data: Data,
    options?: Pick<SendOptions, 'startAfter' | 'singletonKey'>,
  ): Promise<void>;
  /** Like `enqueue` for any number of jobs of one kind, in one statement. */
  enqueueAll<Data extends object>(transaction: Database, kind: JobKind<Data>, data: readonly Data[]): Promise<void>;
  start(workers: readonly Worker[]): Promise<void>;
  /** Throws if the queue cannot reach its database. */
  check(): Promise<void>;
  /** Waits for running jobs, then stops. */
  stop(): Promise<void>;
};

/** Binds a kind of job to its handler. */
export function worker<Data extends object>(
  kind: JobKind<Data>,
  run: (data: Data, id: string) => Promise<void>,
  options: Pick<Worker, 'concurrency' | 'cron'> = {},
): Worker {
  return { kind, run: (data, id) => run(data as Data, id), ...options };
}

/**
 * Its statements are short, except for migrations of its own tables. Set after connecting, because connection poolers
 * reject startup parameters.
 */
const timeLimits: Pick<pg.PoolConfig, 'onConnect'> = {
  onConnect: async (client) => {
    await client.query(
      'set statement_timeout = 300000; set lock_timeout = 60000; set idle_in_transaction_session_timeout = 60000',
    );
  },
};

/** Jobs in the portal's own database: inserted transactionally, run once, and kept across restarts. */
export function createJobQueue(options: { url: string; log: Logger; kinds: readonly JobKind<object>[] }): JobQueue {
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: 'order-portal jobs',
    max: 4,
    ...timeLimits,
    // A commit notifies the workers; polling finds jobs that become due.
    useListenNotify: true,
  });
  boss.on('error', (error) => options.log.warn({ err: error }, 'job queue'));

  async function work(name: string, run: Worker['run']): Promise<void> {
    let id: string | undefined;
    id = await boss.work(name, { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 }, async ([job]) => {
      if (job === undefined) return;
      // Fetches the next job at once; otherwise each of many mails would wait for the polling interval.
      if (id !== undefined) boss.notifyWorker(id);
      await runInBackground(() => run(job.data as object, job.id));
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
    start: async (workers) => {
      await boss.start();
      for (const kind of options.kinds) {
        await boss.createQueue(kind.name, { ...kind.options, notify: true });
        // The policy of an existing queue cannot be changed.
        const { policy: _policy, ...options } = kind.options;
        await boss.updateQueue(kind.name, options);
      }
      for (const { kind, run, concurrency = 1, cron } of workers) {
        for (let number = 0; number < concurrency; number += 1) await work(kind.name, run);
        if (cron === null) await boss.unschedule(kind.name);
        else if (cron !== undefined) await boss.schedule(kind.name, cron);
      }
    },
    check: async () => void (await boss.isInstalled()),
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
