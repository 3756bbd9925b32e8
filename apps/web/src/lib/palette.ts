import { useSyncExternalStore } from 'react';

/** What lies over every page alike: the command palette, or the list of shortcuts. */
type Overlay = 'palette' | 'shortcuts';

let shown: Overlay | undefined;
const listeners = new Set<() => void>();

/** Opens one of them, in place of the other; undefined closes both. */
export function showOverlay(overlay: Overlay | undefined): void {
  shown = overlay;
  for (const listener of listeners) listener();
}

export function useShownOverlay(): Overlay | undefined {
  return useSyncExternalStore(subscribe, () => shown);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
