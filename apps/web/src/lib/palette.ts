import { useSyncExternalStore } from 'react';

/** Overlays available on every page: the command palette or the list of shortcuts. */
type Overlay = 'palette' | 'shortcuts';

let shown: Overlay | undefined;
const listeners = new Set<() => void>();

/** Opens one overlay in place of the other; undefined closes both. */
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
