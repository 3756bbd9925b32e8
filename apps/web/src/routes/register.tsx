import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

/** Where an invitation leads. Works for anybody, signed in or not. */
export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyPage(() => import('#features/registration/registration-page.tsx'), 'RegistrationPage'),
});
