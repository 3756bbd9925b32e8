import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';

/** Overlays available on every page: the command palette or the list of shortcuts. */
type Overlay = 'palette' | 'shortcuts';

let shown: Overlay | undefined;
const change = createSignal();

/** Opens one overlay in place of the other; undefined closes both. */
export function showOverlay(overlay: Overlay | undefined): void {
  shown = overlay;
  change.emit();
}

export function useShownOverlay(): Overlay | undefined {
  return useSyncExternalStore(change.subscribe, () => shown);
}
