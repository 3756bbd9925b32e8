import { useSyncExternalStore } from 'react';

// The breakpoint `sheet` of styles/tokens.css.
const query = window.matchMedia('(width < 40rem)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window is too narrow for a table: rows are shown as cards then. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
