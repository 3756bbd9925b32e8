/** Waits for a free slot; the answer frees it again. */
export type Slots = () => Promise<() => void>;

/** So many slots, given in the order in which they are asked for. One slot is a turn. */
export function createSlots(count: number): Slots {
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
