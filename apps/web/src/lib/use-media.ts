import { useSyncExternalStore } from 'react';

/** Makes a hook that tells whether a media query holds. */
function mediaHook(text: string): () => boolean {
  const query = window.matchMedia(text);

  function subscribe(listener: () => void): () => void {
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  }

  return () => useSyncExternalStore(subscribe, () => query.matches);
}

/** The breakpoint `sheet` of styles/tokens.css: below it rows are shown as cards, since there is no room for a table. */
export const useNarrow = mediaHook('(width < 40rem)');

/** The breakpoint `shell` of styles/tokens.css: from it on the sidebar stands beside the page. */
export const useRoomForSidebar = mediaHook('(width >= 56.25rem)');
