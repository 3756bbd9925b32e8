import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

export const overviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/overview',
  staticData: { title: 'overview.title', description: 'overview.description' },
  // The activity panel owns its keys of the address: person, action, days.
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyRouteComponent(() => import('#features/overview/overview-page.tsx'), 'OverviewPage'),
});
