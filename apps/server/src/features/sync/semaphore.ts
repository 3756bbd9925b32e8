/** Waits for a free slot; call the returned function to release it. */
export type Semaphore = () => Promise<() => void>;

/** An in-process semaphore: at most `count` holders at a time, in order of arrival. */
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
