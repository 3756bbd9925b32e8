import { type CurrentUser, isStaff, shareOf } from '../../access/current-user.ts';
import { unavailable } from '../../platform/errors.ts';
import { createFairSemaphore } from '../../platform/fair-semaphore.ts';

/** Waits in turn for an export slot; call the returned function to release it. 503 when none becomes free in time. */
export type AcquireSlot = (reader: CurrentUser, gone: AbortSignal) => Promise<() => void>;

/**
 * At most `count` exports read at once, and others wait up to `timeoutMs`. Users of one customer never take all slots, if
 * there is more than one. Customers and all staff together take turns.
 */
export function createPlaces(count: number, timeoutMs: number): AcquireSlot {
  const semaphore = createFairSemaphore(count);

  function wait(reader: CurrentUser, gone: AbortSignal): Promise<() => void> {
    const [share, limit] = isStaff(reader) ? ['staff', count] : [shareOf(reader), Math.max(1, count - 1)];
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        gone.removeEventListener('abort', refuse);
      };
      const refuse = () => {
        settle();
        stopWaiting();
        reject(unavailable('Other exports are still under way. Please try again in a moment.'));
      };
      const timer = setTimeout(refuse, timeoutMs);
      gone.addEventListener('abort', refuse);
      const start = () => {
        settle();
        resolve(() => semaphore.release(share));
      };
      const stopWaiting = semaphore.acquire(share, limit, start, reader.userId);
    });
  }

  return async (reader, gone) => {
    gone.throwIfAborted();
    return wait(reader, gone);
  };
}
