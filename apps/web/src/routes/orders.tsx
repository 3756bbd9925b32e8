import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readRole } from '#lib/profile.ts';
import { signedInRoute } from './signed-in.tsx';

export const ordersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/orders',
  staticData: { title: 'orders.title', description: 'orders.description', fill: true },
  // The table owns its keys of the address: page, search, filters, sort, open dialog.
  validateSearch: (search: Record<string, unknown>) => search,
  // The role says which list to ask for: a page that guesses it would ask for one that is refused.
  beforeLoad: async ({ context }) => {
    await readRole(context.queryClient);
  },
  component: lazyRouteComponent(() => import('#features/orders/orders-page.tsx'), 'OrdersPage'),
});
