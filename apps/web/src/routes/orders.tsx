import type { QueryClient } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import { readRole } from '#lib/profile.ts';
import { lazyPage } from './lazy-page.tsx';
import { signedInRoute } from './signed-in.tsx';

const importPage = () => import('#features/orders/orders-page.tsx');

export const ordersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/orders',
  staticData: { title: 'orders.title', description: 'orders.description', fill: true },
  // The table owns its URL parameters: page, search, filters, sort, open dialog.
  validateSearch: (search: Record<string, unknown>) => search,
  // The role determines which list to request: a wrong guess would be refused.
  beforeLoad: async ({ context: { queryClient }, search, cause }) => {
    await readRole(queryClient);
    // Not in a loader, because the router would then render more on each navigation within the page.
    if (cause !== 'stay') void readAhead(queryClient, search);
  },
  component: lazyPage(importPage, 'OrdersPage'),
});

/** Prefetches the list while shell and page are loading. The page repeats a failed request and shows the error. */
async function readAhead(queryClient: QueryClient, search: Record<string, unknown>): Promise<void> {
  try {
    const [{ readOrdersAhead }, role] = await Promise.all([importPage(), readRole(queryClient)]);
    await readOrdersAhead(queryClient, role, search);
  } catch {
    // Prefetches the file of the page as well.
  }
}
