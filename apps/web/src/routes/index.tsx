import { createRoute, redirect } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

export const indexRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview', replace: true });
  },
});
