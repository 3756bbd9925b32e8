import type { SandboxClock } from '../clock.ts';

/** Changes that were made but are not to be seen yet, as those of a long transaction or a CSV import. */
export function createPendingChanges(clock: SandboxClock) {
  let waiting: { due: number; change: () => Promise<unknown> }[] = [];
  let applying: Promise<unknown> = Promise.resolve();
  return {
    /** Makes the change now, or when the account's clock reaches the moment; answers what it answers, then undefined. */
    async make<Result>(seconds: number, change: () => Promise<Result>): Promise<Result | undefined> {
      if (seconds <= 0) return change();
      waiting.push({ due: clock.now().getTime() + seconds * 1000, change });
      return undefined;
    },
    /** Makes the changes whose moment has come, or all of them, in the order in which they were asked for. */
    apply(all = false): Promise<unknown> {
      const now = clock.now().getTime();
      const due = waiting.filter((each) => all || each.due <= now);
      if (due.length === 0) return applying;
      waiting = waiting.filter((each) => !due.includes(each));
      // One after the other, and a request that comes meanwhile waits for all of them.
      for (const { change } of due) applying = applying.then(change).catch(() => undefined);
      return applying;
    },
  };
}
