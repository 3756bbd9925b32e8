import type { Logger } from '../../platform/log.ts';
import type { Events } from './events.ts';
import type { Run } from './queries.ts';

/** Subscriber to changes of runs. */
export type RunWatcher = {
  onRun: (run: Run) => void;
  /** Called when changes may have been missed. */
  onGap: () => void;
};

/** Reads each changed run once for all watchers, one read at a time per run. */
export function createRunWatchers(events: Events, readRun: (id: string) => Promise<Run | undefined>, log: Logger) {
  const watchers = new Set<RunWatcher>();
  /** Runs being read; true if they changed during the read. */
  const reading = new Map<string, boolean>();
  let stopListening: (() => void) | undefined;

  async function notify(id: string): Promise<void> {
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
    if (movedOn) await notify(id);
  }

  return {
    /** Returns a function to unsubscribe. */
    watch(watcher: RunWatcher): () => void {
      watchers.add(watcher);
      stopListening ??= events.subscribe('sync_runs', (id) => {
        if (id === null) for (const { onGap } of watchers) onGap();
        else void notify(id);
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
