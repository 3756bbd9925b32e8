import { useEffect, useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';

/** Title of the current page; undefined before the first one. */
let current: string | undefined;
let announced = '';
const announcement = createSignal();

/**
 * Sets the window's title. A different title means that another page has opened: the focus moves to its main area, and
 * screen readers announce the title. Not for the first page, for which the browser does both. Changes within a page
 * keep its title.
 */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined || title === current) return;
    document.title = title;
    const isFirst = current === undefined;
    current = title;
    if (isFirst) return;
    focusMain();
    announced = title;
    announcement.emit();
  }, [title]);
}

/** Shows an open dialog's title in the window's title, for tabs and bookmarks. The page below keeps its own. */
export function useDialogTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = title;
    return () => {
      document.title = current ?? before;
    };
  }, [title]);
}

/** Text announced to screen readers after navigation: the new page's title. */
export function useAnnouncedTitle(): string {
  return useSyncExternalStore(announcement.subscribe, () => announced);
}

const dialogs = ':is([role=dialog], [role=alertdialog])[data-state=open]';
const fields = ':is(input, select, textarea, [contenteditable])';

/** Focuses the main area, unless a dialog is open or a field of the new page already has the focus. */
function focusMain(): void {
  const main = document.querySelector('main');
  if (main === null || document.querySelector(dialogs) !== null) return;
  if (main.contains(document.activeElement) && document.activeElement?.matches(fields)) return;
  main.focus({ preventScroll: true });
}
