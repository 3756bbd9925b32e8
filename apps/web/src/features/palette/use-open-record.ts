import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = Record<string, unknown>;

const params = { '/orders': 'order', '/customers': 'customer' } as const;
type ListPath = keyof typeof params;

/**
 * Opens the order or customer dialog over its list. If the list is already open, it keeps its state; Back or closing
 * the dialog returns to it.
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
      // A dialog that was opened by a link has no history entry without the dialog behind it.
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
