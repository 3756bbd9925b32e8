/** Permits that are shared fairly: keys take turns, and so do the members of a key, however many callers are waiting. */
export type FairSemaphore = {
  /**
   * Calls `onPermit` as soon as a permit is free and the key holds fewer than `limit`, immediately if possible. Returns
   * a function to stop waiting, which has no effect after `onPermit`.
   */
  acquire(key: string, limit: number, onPermit: () => void, member?: string): () => void;
  /** Returns a permit that was acquired under this key; `cost` is what it was used for, in any unit. */
  release(key: string, cost?: number): void;
  /** Number of waiting callers, of one key or of all. */
  waiting(key?: string): number;
  /** Number of free permits. */
  free(): number;
  /** Whether nobody holds a permit or waits for one. */
  isIdle(): boolean;
};

type Waiter = { readonly limit: number; readonly onPermit: () => void };

/**
 * Creates a semaphore with `permits` permits. Of the keys that wait, the one that has used least comes first; of equal ones, the
 * next. A key that begins to wait counts as having used at least as much as the one served last, so that no key waits for ever:
 * start-time fair queueing (Goyal, Vin and Cheng, 1996).
 */
export function createFairSemaphore(permits: number): FairSemaphore {
  let free = permits;
  const held = new Map<string, number>();
  // Keys, and members of each, in the order in which they are served next.
  const queues = new Map<string, Map<string, Set<Waiter>>>();
  /** Sum of the costs of each key, kept until the key served last has used as much. */
  const used = new Map<string, number>();
  let usedByLast = 0;

  const usedBy = (key: string) => used.get(key) ?? 0;

  function forgetUnlessNeeded(key: string): void {
    if (!held.has(key) && !queues.has(key) && usedBy(key) <= usedByLast) used.delete(key);
  }

  function take(key: string): void {
    free -= 1;
    usedByLast = Math.max(usedByLast, usedBy(key));
    held.set(key, (held.get(key) ?? 0) + 1);
  }

  const isBelow = (key: string, limit: number) => (held.get(key) ?? 0) < limit;

  /** The next key of which a caller may have a permit. */
  function findNext(): string | undefined {
    let best: { key: string; use: number } | undefined;
    for (const [key, members] of queues) {
      const [queue = new Set<Waiter>()] = members.values();
      const [first] = queue;
      const use = usedBy(key);
      if (first !== undefined && isBelow(key, first.limit) && (best === undefined || use < best.use))
        best = { key, use };
    }
    return best?.key;
  }

  function serveNext(): void {
    const key = findNext();
    const members = key === undefined ? undefined : queues.get(key);
    const [next] = members ?? [];
    const [first] = next?.[1] ?? [];
    if (key === undefined || members === undefined || next === undefined || first === undefined) return;
    const [member, queue] = next;
    queue.delete(first);
    // Moves both to the end of their order.
    members.delete(member);
    if (queue.size > 0) members.set(member, queue);
    queues.delete(key);
    if (members.size > 0) queues.set(key, members);
    take(key);
    first.onPermit();
  }

  return {
    acquire(key, limit, onPermit, member = '') {
      if (!queues.has(key)) used.set(key, Math.max(usedBy(key), usedByLast));
      if (free > 0 && !queues.has(key) && isBelow(key, limit)) {
        take(key);
        onPermit();
        return () => undefined;
      }
      const waiter: Waiter = { limit, onPermit };
      const members = queues.get(key) ?? new Map<string, Set<Waiter>>();
      queues.set(key, members);
      const queue = members.get(member) ?? new Set<Waiter>();
      members.set(member, queue.add(waiter));
      return () => {
        if (!queue.delete(waiter) || queue.size > 0) return;
        members.delete(member);
        if (members.size === 0) queues.delete(key);
        forgetUnlessNeeded(key);
      };
    },
    release(key, cost = 0) {
      free += 1;
      used.set(key, usedBy(key) + cost);
      const left = (held.get(key) ?? 1) - 1;
      if (left === 0) held.delete(key);
      else held.set(key, left);
      forgetUnlessNeeded(key);
      serveNext();
    },
    waiting: (key) =>
      (key === undefined ? [...queues.values()] : [queues.get(key)])
        .flatMap((members) => [...(members?.values() ?? [])])
        .reduce((sum, queue) => sum + queue.size, 0),
    free: () => free,
    isIdle: () => held.size === 0 && queues.size === 0,
  };
}

/** Waits for a permit; call the returned function once to return it. */
export type Semaphore = () => Promise<() => void>;

/** A semaphore whose callers are served in order of arrival. */
export function createSemaphore(permits: number): Semaphore {
  const semaphore = createFairSemaphore(permits);
  return () =>
    new Promise((resolve) => {
      semaphore.acquire('', permits, () => resolve(() => semaphore.release('')));
    });
}
