import { writeStored } from '#lib/storage.ts';
import { type ListKind, listKinds } from './sync-api.ts';

const key = 'sync-started';
const listeners = new Set<(kind: ListKind) => void>();

/** Notifies this tab and all others that a sync was requested here. */
export function announceSync(kind: ListKind): void {
  // The time makes each value unique: storing an unchanged value fires no event.
  writeStored(key, `${kind} ${Date.now()}`);
  for (const listener of listeners) listener(kind);
}

/** Calls the listener when a sync was requested in any tab. Returns the unsubscribe function. */
export function onSyncAnnounced(listener: (kind: ListKind) => void): () => void {
  function hear(event: StorageEvent) {
    const kind = listKinds.find((known) => event.key === key && event.newValue?.startsWith(known));
    if (kind !== undefined) listener(kind);
  }
  listeners.add(listener);
  window.addEventListener('storage', hear);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', hear);
  };
}
