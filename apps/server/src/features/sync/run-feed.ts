import type { Logger } from '../../platform/log.ts';
import type { Run } from './queries.ts';
import type { RunEvents } from './run-events.ts';

/** A reader of runs as they move on. */
export type RunWatcher = {
  onRun: (run: Run) => void;
  /** Some may have been missed. */
  onGap: () => void;
};

/** Reads each run that moved on once for all watchers, and not again while it is being read. */
export function createRunFeed(events: RunEvents, readRun: (id: string) => Promise<Run | undefined>, log: Logger) {
  const watchers = new Set<RunWatcher>();
  /** Runs being read; true when they have moved on since. */
  const reading = new Map<string, boolean>();
  let stopListening: (() => void) | undefined;

  async function tell(id: string): Promise<void> {
    if (reading.has(id)) {
      reading.set(id, true);
      return;
    }
    reading.set(id, false);
    try {
      const run = await readRun(id);
      if (run !== undefined) for (const { onRun } of watchers) onRun(run);
    } catch (error) {
      log.warn({ err: error }, 'a sync run could not be read for its watchers');
      for (const { onGap } of watchers) onGap();
    }
    const movedOn = reading.get(id) === true;
    reading.delete(id);
    if (movedOn) await tell(id);
  }

  return {
    /** Returns how to stop watching. */
    watch(watcher: RunWatcher): () => void {
      watchers.add(watcher);
      stopListening ??= events.subscribe((id) => {
        if (id === null) for (const { onGap } of watchers) onGap();
        else void tell(id);
      });
      return () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        stopListening?.();
        stopListening = undefined;
      };
    },
  };
}
