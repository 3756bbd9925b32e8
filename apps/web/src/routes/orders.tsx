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
  // The table owns its keys of the address: page, search, filters, sort, open dialog.
  validateSearch: (search: Record<string, unknown>) => search,
  // The role says which list to ask for: a page that guesses it would ask for one that is refused.
  beforeLoad: async ({ context: { queryClient }, search, cause }) => {
    await readRole(queryClient);
    // Not in a loader, which would have the router draw more with each step within the page.
    if (cause !== 'stay') void readAhead(queryClient, search);
  },
  component: lazyPage(importPage, 'OrdersPage'),
});

/** The list is asked for while shell and page are still to be drawn. What fails is told by the page, which asks again. */
async function readAhead(queryClient: QueryClient, search: Record<string, unknown>): Promise<void> {
  try {
    const [{ readOrdersAhead }, role] = await Promise.all([importPage(), readRole(queryClient)]);
    await readOrdersAhead(queryClient, role, search);
  } catch {
    // Likewise the file of the page itself.
  }
}
