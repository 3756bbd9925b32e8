import { secondMs } from '../../platform/clock.ts';
import { unavailable } from '../../platform/errors.ts';

/** Waits for a place; the answer gives it back. 503 when none becomes free in time. */
export type TakePlace = (gone: AbortSignal) => Promise<() => void>;

/** Nobody waits for a place for longer. */
const patienceMs = 5 * secondMs;

/** So many places, given in the order in which they are asked for. */
export function createPlaces(count: number): TakePlace {
  let free = count;
  const waiting = new Set<() => void>();

  function giveBack(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  }

  function wait(gone: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(take);
        clearTimeout(timer);
        gone.removeEventListener('abort', refuse);
      };
      const take = () => {
        leave();
        resolve();
      };
      const refuse = () => {
        leave();
        reject(unavailable('Other exports are still under way. Please try again in a moment.'));
      };
      const timer = setTimeout(refuse, patienceMs);
      gone.addEventListener('abort', refuse);
      waiting.add(take);
    });
  }

  return async (gone) => {
    gone.throwIfAborted();
    if (free > 0) free -= 1;
    else await wait(gone);
    return giveBack;
  };
}
