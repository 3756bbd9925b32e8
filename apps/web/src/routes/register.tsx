import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

/** Target of an invitation link. Works signed in or out. */
export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyPage(() => import('#features/registration/registration-page.tsx'), 'RegistrationPage'),
});
