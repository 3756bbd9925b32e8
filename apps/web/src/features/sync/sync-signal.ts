import type { SyncKind } from '@portal/contract/sync';
import { writeStored } from '#lib/storage.ts';
import { syncKinds } from './sync-api.ts';

const key = 'sync-started';
const listeners = new Set<(kind: SyncKind) => void>();

/** Tells this tab and every other one that somebody here has asked for a sync. */
export function announceSync(kind: SyncKind): void {
  // The time makes each value a new one: an unchanged value is no event.
  writeStored(key, `${kind} ${Date.now()}`);
  for (const listener of listeners) listener(kind);
}

/** Calls back when a sync was asked for, in this tab or in another one. Returns how to stop. */
export function onSyncAnnounced(listener: (kind: SyncKind) => void): () => void {
  function hear(event: StorageEvent) {
    const kind = syncKinds.find((known) => event.key === key && event.newValue?.startsWith(known));
    if (kind !== undefined) listener(kind);
  }
  listeners.add(listener);
  window.addEventListener('storage', hear);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', hear);
  };
}
