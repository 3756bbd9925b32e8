import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import type { SearchParams } from './search-params.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Number of history entries back to the page without the dialog. */
    dialogSteps?: number;
    /** The search in this address was confirmed on another page, so that the list opens a single hit. */
    isSearchConfirmed?: true;
  }
}

interface UrlDialogOpener {
  /** Link to the open dialog, from any page. */
  hrefOf: (id: string) => string;
  /** @param tab the tab to open; the first one by default */
  open: (id: string, tab?: string) => void;
}

interface UrlDialog extends UrlDialogOpener {
  /** What the dialog shows; undefined while closed. */
  id: string | undefined;
  /**
   * Shows something else in the open dialog, in the same tab and history entry, so that Back closes it.
   * @param page the page of the list that contains it, if that changes; closing then stays on it
   */
  step: (id: string, page?: number) => void;
  /** Closes without asking, except a dialog with tabs, whose content may have unsaved input of its own. */
  close: () => void;
}

type DialogPath = '/orders' | '/customers' | '/users';

/**
 * Opens a dialog that another component renders with `useUrlDialog`. Returns the same functions on every render, and
 * does not render again when the dialog opens or closes.
 */
export function useUrlDialogOpener(path: DialogPath, param: string, tabParam?: string): UrlDialogOpener {
  const navigate = useNavigate();

  const hrefOf = useCallback((id: string) => `${path}?${param}=${encodeURIComponent(id)}`, [path, param]);

  const open = useCallback(
    (id: string, tab?: string) => {
      const tabPart = tab === undefined || tabParam === undefined ? {} : { [tabParam]: tab };
      void navigate({
        to: '.',
        search: (previous: SearchParams) => ({ ...without(previous, param, tabParam), [param]: id, ...tabPart }),
        state: (previous) => ({ ...previous, dialogSteps: 1 }),
        resetScroll: false,
      });
    },
    [navigate, param, tabParam],
  );

  return { hrefOf, open };
}

/**
 * A dialog controlled by one URL parameter that names its content: a link opens it, Back closes it.
 * @param path the page below the dialog
 * @param tabParam the parameter of its tabs, if any, which is added and removed with the dialog
 */
export function useUrlDialog(path: DialogPath, param: string, tabParam?: string): UrlDialog {
  const opener = useUrlDialogOpener(path, param, tabParam);
  // Only this parameter, so that nothing renders again when the parameters of a table change.
  const value = useSearch({ strict: false, select: (search: SearchParams) => search[param] });
  const navigate = useNavigate();
  const router = useRouter();

  const step = useCallback(
    (id: string, page?: number) => {
      const pagePart = page === undefined ? {} : { page: page === 1 ? undefined : String(page) };
      void navigate({
        to: '.',
        search: (previous: SearchParams) => ({ ...previous, ...pagePart, [param]: id }),
        state: (previous) => (page === undefined ? previous : { ...previous, dialogSteps: 0 }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, param],
  );

  const close = useCallback(() => {
    const { dialogSteps = 0 } = router.state.location.state;
    // A form has already asked or is saved. The content of a dialog with tabs asks here, in its own blocker.
    const ignoreBlocker = tabParam === undefined;
    // Going back adds no history entry. A dialog opened by a link has no earlier entry.
    if (router.history.canGoBack() && dialogSteps > 0) return router.history.go(-dialogSteps, { ignoreBlocker });
    const search = (previous: SearchParams) => without(previous, param, tabParam);
    void navigate({ to: '.', search, replace: true, resetScroll: false, ignoreBlocker });
  }, [router, navigate, param, tabParam]);

  return {
    ...opener,
    id: value === undefined ? undefined : String(value),
    step,
    close,
  };
}

function without(search: SearchParams, param: string, tabParam: string | undefined): SearchParams {
  return Object.fromEntries(Object.entries(search).filter(([name]) => name !== param && name !== tabParam));
}

/**
 * The open tab of a dialog, from the URL. Each tab is a history entry. Without the parameter the first tab is open.
 * @param tabs the same array on every render
 */
export function useUrlTab<Tab extends string>(
  param: string,
  tabs: readonly [Tab, ...Tab[]],
): [Tab, (value: string) => void] {
  const search: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const [first] = tabs;
  const tab = tabs.find((each) => each === search[param]) ?? first;
  const asked = useRef(tab);
  useEffect(() => {
    asked.current = tab;
  }, [tab]);

  const openTab = useCallback(
    (value: string) => {
      // A click fires twice, on pointer down and on focus: only one history entry.
      const next = tabs.find((each) => each === value);
      if (next === undefined || next === asked.current) return;
      asked.current = next;
      void navigate({
        to: '.',
        search: ({ [param]: _, ...others }: SearchParams) => (next === first ? others : { ...others, [param]: next }),
        state: ({ dialogSteps, ...previous }) =>
          dialogSteps === undefined ? previous : { ...previous, dialogSteps: dialogSteps + 1 },
        resetScroll: false,
      });
    },
    [navigate, param, tabs, first],
  );

  return [tab, openTab];
}
