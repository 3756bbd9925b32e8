/** Waits for a free slot; the answer frees it again. */
export type Semaphore = () => Promise<() => void>;

/** A semaphore of this process: at most `count` holders at once, first come, first served. */
export function createSemaphore(count: number): Semaphore {
  let free = count;
  const waiting: (() => void)[] = [];
  return async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    };
  };
}
