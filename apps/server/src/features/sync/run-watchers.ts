import type { Events } from '../../platform/events.ts';
import type { Logger } from '../../platform/log.ts';
import type { Run } from './queries.ts';

/** Called with each changed run; without one when changes may have been missed. */
type OnRun = (run?: Run) => void;

export type RunWatchers = ReturnType<typeof createRunWatchers>;

/** Reads each changed run once for all watchers, one read at a time per run. */
export function createRunWatchers(events: Events, readRun: (id: string) => Promise<Run | undefined>, log: Logger) {
  const watchers = new Set<OnRun>();
  /** Runs being read; true if they changed during the read. */
  const reading = new Map<string, boolean>();
  let stopListening: (() => void) | undefined;
  const notifyAll = (run?: Run) => {
    for (const onRun of watchers) onRun(run);
  };

  async function notify(id: string): Promise<void> {
    const isBeingRead = reading.has(id);
    reading.set(id, isBeingRead);
    if (isBeingRead) return;
    do {
      reading.set(id, false);
      try {
        const run = await readRun(id);
        if (run !== undefined) notifyAll(run);
      } catch (error) {
        log.warn({ err: error }, 'a sync run could not be read for its watchers');
        notifyAll();
      }
    } while (reading.get(id));
    reading.delete(id);
  }

  return {
    /** Returns a function to unsubscribe. */
    watch(onRun: OnRun): () => void {
      watchers.add(onRun);
      stopListening ??= events.subscribe('sync_runs', (id) => (id === null ? notifyAll() : void notify(id)));
      return () => {
        watchers.delete(onRun);
        if (watchers.size > 0) return;
        stopListening?.();
        stopListening = undefined;
      };
    },
  };
}
