import { setTimeout as delay } from 'node:timers/promises';
import { countCallers, transactionWithLock } from '../../../platform/advisory-lock.ts';
import type { TestApp } from '../../../testing/app.ts';
import { peopleLock } from '../people-lock.ts';

/**
 * Sends requests and holds all of them where they begin to change people, until each was let in by what its sender may
 * do at that moment; then lets them go. Answers as they come, in the order of the requests.
 */
export async function atOnce<Answer>(app: TestApp, requests: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  // The lock is held over another pool than the portal's, as another process would hold it.
  const { db } = app.portal.dependencies.database;
  const answers = await transactionWithLock(app.database.db, peopleLock, async () => {
    const sent = [];
    for (const send of requests) {
      sent.push(send());
      for (let waited = 0; countCallers(db, peopleLock) < sent.length; waited += 5) {
        if (waited > 10_000) throw new Error('a request did not get as far as the lock');
        await delay(5);
      }
    }
    return { sent };
  });
  return Promise.all(answers.sent);
}
