import type { SandboxClock } from '../clock.ts';

/** Changes that were made but are not to be seen yet, as those of a long transaction or a CSV import. */
export type PendingChanges = {
  /** Makes the change now, or when the account's clock reaches the moment; answers what it answers, then undefined. */
  make<Result>(seconds: number, change: () => Promise<Result>): Promise<Result | undefined>;
  /** Makes the changes whose moment has come, or all of them, in the order in which they were asked for. */
  apply(all?: boolean): Promise<void>;
};

export function createPendingChanges(clock: SandboxClock): PendingChanges {
  let waiting: { due: number; change: () => Promise<unknown> }[] = [];
  let applying: Promise<void> = Promise.resolve();
  return {
    async make(seconds, change) {
      if (seconds <= 0) return change();
      waiting.push({ due: clock.now().getTime() + seconds * 1000, change });
      return undefined;
    },
    apply(all = false) {
      const now = clock.now().getTime();
      const due = waiting.filter((each) => all || each.due <= now);
      if (due.length === 0) return applying;
      waiting = waiting.filter((each) => !due.includes(each));
      // One after the other, and a request that comes meanwhile waits for all of them.
      applying = due.reduce(
        (before, { change }) =>
          before.then(change).then(
            () => undefined,
            () => undefined,
          ),
        applying,
      );
      return applying;
    },
  };
}
