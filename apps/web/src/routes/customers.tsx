import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { signedInRoute } from './signed-in.tsx';

export const customersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/customers',
  staticData: { title: 'customers.title', description: 'customers.description', fill: true },
  // The table owns its URL parameters: page, search, sort, open dialog.
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyPage(() => import('#features/customers/customers-page.tsx'), 'CustomersPage'),
});
