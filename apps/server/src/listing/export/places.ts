import { secondMs } from '../../platform/clock.ts';
import { tooManyRequests, unavailable } from '../../platform/errors.ts';
import { createFairSemaphore } from '../../platform/fair-semaphore.ts';

/** The user of an export. */
export type ExportReader = { readonly userId: string; readonly customerId: string | null };

/**
 * Waits for an export slot; call the returned function to release it. 429 for a user who already has one, 503 when none
 * becomes free within 5 seconds.
 */
export type AcquireSlot = (reader: ExportReader, gone: AbortSignal) => Promise<() => void>;

const timeoutMs = 5 * secondMs;

/** At most `count` exports, one per user. Users of one customer never take all slots, if there is more than one. */
export function createPlaces(count: number): AcquireSlot {
  const semaphore = createFairSemaphore(count);
  const users = new Set<string>();

  function wait({ userId, customerId }: ExportReader, gone: AbortSignal): Promise<() => void> {
    const key = customerId === null ? `user ${userId}` : `customer ${customerId}`;
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        gone.removeEventListener('abort', refuse);
      };
      const refuse = () => {
        settle();
        stopWaiting();
        users.delete(userId);
        reject(unavailable('Other exports are still under way. Please try again in a moment.'));
      };
      const timer = setTimeout(refuse, timeoutMs);
      gone.addEventListener('abort', refuse);
      const stopWaiting = semaphore.acquire(key, Math.max(1, count - 1), () => {
        settle();
        resolve(() => {
          users.delete(userId);
          semaphore.release(key);
        });
      });
    });
  }

  return async (reader, gone) => {
    gone.throwIfAborted();
    if (users.has(reader.userId)) throw alreadyExporting();
    users.add(reader.userId);
    return wait(reader, gone);
  };
}

/** 429: another export of the user is still running, in this or another process. */
export function alreadyExporting(): Error {
  return tooManyRequests('Your other export is still under way. Please wait until it has ended.', 5);
}
