import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = Record<string, unknown>;

const params = { '/orders': 'order', '/customers': 'customer' } as const;
type ListPath = keyof typeof params;

/**
 * Opens the dialog of an order or of a customer over its list. A list that is open already stays as it is; one step
 * back, or closing the dialog, leads to where the reader was in it.
 */
export function useOpenRecord(): (path: ListPath, id: string) => void {
  const router = useRouter();
  return useCallback(
    (path, id) => {
      const { pathname, search, state } = router.state.location;
      const param = params[path];
      const isThere = pathname === path;
      const { tab: _, ...kept }: Search = isThere ? search : {};
      const isOpen = kept[param] !== undefined;
      if (isOpen && String(kept[param]) === id) return;
      // A dialog that a link opened has no page without it behind it.
      const steps = isOpen ? state.dialogSteps && state.dialogSteps + 1 : 1;
      void router.navigate({
        to: path,
        search: { ...kept, [param]: id },
        state: isThere && steps !== undefined ? { dialogSteps: steps } : {},
        resetScroll: false,
      });
    },
    [router],
  );
}
