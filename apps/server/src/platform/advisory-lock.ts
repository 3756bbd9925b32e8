import { setTimeout as delay } from 'node:timers/promises';
import { secondMs } from './clock.ts';
import type { Database } from './database.ts';
import { unavailable } from './errors.ts';
import { ClientGoneError } from './fair-pool.ts';
import { createFairSemaphore, type FairSemaphore } from './fair-semaphore.ts';
import { runSql, sql } from './sql.ts';
import { currentWorkload } from './workload.ts';

const timeoutMs = 5 * secondMs;
/** Maximum pause between attempts to acquire a lock that another process holds; randomized, so that none is favored. */
const maxPauseMs = 8;

/** One semaphore per lock that is held or waited for in this process. */
const semaphores = new WeakMap<Database, Map<string, FairSemaphore>>();

class LockBusy extends Error {}

/**
 * Runs a transaction that holds the advisory lock of this name until it ends, so that only one such transaction runs at
 * a time across processes. Waiting uses no connection: within a process callers queue in memory, with users taking
 * turns, and a lock held by another process is retried. 503 if it is not acquired within 5 seconds. `work` runs once.
 */
export async function transactionWithLock<Result>(
  db: Database,
  name: string,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  const release = await enter(db, name);
  try {
    for (;;) {
      try {
        return await db.transaction().execute(async (transaction) => {
          if (!(await tryLock(transaction, name))) throw new LockBusy();
          return work(transaction);
        });
      } catch (error) {
        if (!(error instanceof LockBusy)) throw error;
      }
      if (performance.now() > deadline) throw busy();
      await delay(Math.random() * maxPauseMs);
    }
  } finally {
    release();
  }
}

/** Number of callers in this process that hold or wait for a lock. */
export function countCallers(db: Database, name: string): number {
  const semaphore = semaphores.get(db)?.get(name);
  return semaphore === undefined ? 0 : semaphore.waiting() + 1;
}

async function tryLock(transaction: Database, name: string): Promise<boolean> {
  const statement = sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`;
  return (await runSql<{ locked: boolean }>(transaction, statement))[0]?.locked ?? false;
}

function enter(db: Database, name: string): Promise<() => void> {
  const ofDatabase = semaphores.get(db) ?? new Map<string, FairSemaphore>();
  semaphores.set(db, ofDatabase);
  const semaphore = ofDatabase.get(name) ?? createFairSemaphore(1);
  ofDatabase.set(name, semaphore);
  const workload = currentWorkload();
  const key = workload?.key ?? 'portal';
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      workload?.onAbort.delete(abort);
    };
    const refuse = (error: Error) => {
      settle();
      stopWaiting();
      reject(error);
    };
    const abort = () => refuse(new ClientGoneError());
    const timer = setTimeout(() => refuse(busy()), timeoutMs);
    workload?.onAbort.add(abort);
    const stopWaiting = semaphore.acquire(key, 1, () => {
      settle();
      resolve(() => {
        if (semaphore.waiting() === 0) ofDatabase.delete(name);
        semaphore.release(key);
      });
    });
  });
}

function busy(): Error {
  return unavailable('Other changes are still being saved. Please try again in a moment.');
}
