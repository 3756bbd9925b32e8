import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { signedInRoute } from './signed-in.tsx';

export const overviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/overview',
  staticData: { title: 'overview.title', description: 'overview.description' },
  // The activity panel owns its URL parameters: person, action, days.
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyPage(() => import('#features/overview/overview-page.tsx'), 'OverviewPage'),
});
