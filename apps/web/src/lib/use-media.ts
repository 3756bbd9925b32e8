import { useSyncExternalStore } from 'react';

/** Creates a hook that returns whether a media query matches. */
function mediaHook(text: string): () => boolean {
  const query = window.matchMedia(text);

  function subscribe(listener: () => void): () => void {
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  }

  return () => useSyncExternalStore(subscribe, () => query.matches);
}

/** The breakpoint `sheet` of styles/tokens.css: below it rows are cards, since a table does not fit. */
export const useNarrow = mediaHook('(width < 40rem)');

/** The breakpoint `shell` of styles/tokens.css: from it on the sidebar is beside the page. */
export const useRoomForSidebar = mediaHook('(width >= 56.25rem)');
