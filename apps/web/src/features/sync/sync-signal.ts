import { createSignal } from '#lib/signal.ts';
import { writeStored } from '#lib/storage.ts';
import { type ListKind, listKinds } from './sync-api.ts';

const key = 'sync-started';
const announced = createSignal<ListKind>();

/** Notifies this tab and all others that a sync was requested here. */
export function announceSync(kind: ListKind): void {
  // The time makes each value unique: storing an unchanged value fires no event.
  writeStored(key, `${kind} ${Date.now()}`);
  announced.emit(kind);
}

/** Calls the listener when a sync was requested in any tab. Returns the unsubscribe function. */
export function onSyncAnnounced(listener: (kind: ListKind) => void): () => void {
  function hear(event: StorageEvent) {
    const kind = listKinds.find((known) => event.key === key && event.newValue?.startsWith(known));
    if (kind !== undefined) listener(kind);
  }
  const stop = announced.subscribe(listener);
  window.addEventListener('storage', hear);
  return () => {
    stop();
    window.removeEventListener('storage', hear);
  };
}
