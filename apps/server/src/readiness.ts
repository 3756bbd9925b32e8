import { setTimeout as delay } from 'node:timers/promises';
import type { JobQueue } from './jobs/queue.ts';
import { secondMs } from './platform/clock.ts';
import type { DatabaseClient } from './platform/database.ts';
import { unavailable } from './platform/errors.ts';
import { listPendingMigrations } from './platform/migrate.ts';
import { checkStorage } from './platform/open-storage.ts';
import type { FileStorage } from './platform/storage.ts';
import { runInBackground } from './platform/workload.ts';

/** Whether a load balancer should send requests to this process. */
export type Readiness = {
  isDraining(): boolean;
  /** Throws a 503 that names the first part that is not ready. Its answer is up to a second old, of the storage 30. */
  check(): Promise<void>;
  /** From now on `check` fails, while requests are still served; resolves after `ms`, when balancers have noticed. */
  drain(ms: number): Promise<void>;
};

type Parts = { database: DatabaseClient; queue: JobQueue; storage: FileStorage };

/** Checks the database, its migrations, the job queue and the storage of attached files. */
export function createReadiness({ database, queue, storage }: Parts): Readiness {
  let draining = false;
  const checkWritable = rememberFor(30 * secondMs, () => checkStorage(storage));
  const checkParts = rememberFor(secondMs, async () => {
    await orUnavailable('The database cannot be reached.', () => database.pool.query('select 1'));
    const pending = await orUnavailable('The database cannot be read.', () => listPendingMigrations(database.db));
    if (pending.length > 0) throw unavailable(`The database lacks migrations: ${pending.join(', ')}.`);
    await orUnavailable('The job queue cannot be reached.', queue.check);
    await orUnavailable('The storage of attached files cannot be written.', checkWritable);
  });
  return {
    isDraining: () => draining,
    check: async () => {
      if (draining) throw unavailable('This process is shutting down.');
      await checkParts();
    },
    drain: async (ms) => {
      draining = true;
      await delay(ms);
    },
  };
}

async function orUnavailable<T>(message: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw unavailable(message, cause);
  }
}

/** The same answer for this many milliseconds: anyone may ask, as often as they like. */
function rememberFor<T>(ms: number, run: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.at > ms)
      last = { at: performance.now(), answer: runInBackground(run) };
    return last.answer;
  };
}
