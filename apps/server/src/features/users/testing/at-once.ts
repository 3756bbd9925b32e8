import { setTimeout as delay } from 'node:timers/promises';
import { countCallers, transactionWithLock } from '../../../platform/advisory-lock.ts';
import type { TestApp } from '../../../testing/app.ts';
import { peopleLock } from '../edit-queries.ts';

/**
 * Sends requests and blocks them where they start to change people, after each has been authorized; then releases them
 * all. Returns the responses in the order of the requests.
 */
export async function atOnce<Answer>(app: TestApp, requests: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  // Uses its own pool to hold the lock, as another process would.
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
