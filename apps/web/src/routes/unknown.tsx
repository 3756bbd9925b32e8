import { createRoute, redirect } from '@tanstack/react-router';
import { requireSession } from './guards.ts';
import { rootRoute } from './root.tsx';

/** An unknown address redirects to /login when signed out, and to /overview when signed in. */
export const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    requireSession(location);
    throw redirect({ to: '/overview', replace: true });
  },
});
