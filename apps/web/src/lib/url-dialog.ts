import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry was made by opening a dialog over the page that the entry before it shows. */
    openedDialog?: boolean;
  }
}

interface UrlDialog {
  /** What the dialog shows; undefined while it is closed. */
  id: string | undefined;
  /** The address of the open dialog, from any page. */
  hrefOf: (id: string) => string;
  open: (id: string) => void;
  close: () => void;
}

/**
 * A dialog that the URL opens, by one parameter that names what it shows: a link opens it, Back closes it.
 * @param path the page over which it opens
 */
export function useUrlDialog(path: '/orders' | '/customers' | '/users', param: string): UrlDialog {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const value = search[param];

  const hrefOf = useCallback((id: string) => `${path}?${param}=${encodeURIComponent(id)}`, [path, param]);

  const open = useCallback(
    (id: string) => {
      void navigate({
        to: '.',
        search: (previous: Record<string, unknown>) => ({ ...previous, [param]: id }),
        state: (previous) => ({ ...previous, openedDialog: true }),
        resetScroll: false,
      });
    },
    [navigate, param],
  );

  const close = useCallback(() => {
    // Going back keeps the history as short as what the reader did; a dialog opened by a link has nowhere to go back to.
    if (canGoBack && router.state.location.state.openedDialog === true) return router.history.back();
    void navigate({
      to: '.',
      search: ({ [param]: _, ...others }: Record<string, unknown>) => others,
      replace: true,
      resetScroll: false,
    });
  }, [canGoBack, router, navigate, param]);

  return {
    id: typeof value === 'string' || typeof value === 'number' ? String(value) : undefined,
    hrefOf,
    open,
    close,
  };
}
