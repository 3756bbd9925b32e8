import { createRoute } from '@tanstack/react-router';
import { isFilled } from '#lib/search-params.ts';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

interface RegisterSearch {
  token?: string;
  email?: string;
}

/** Where an invitation leads. Works for anybody, signed in or not. */
export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: ({ token, email }: Record<string, unknown>): RegisterSearch => ({
    ...(isFilled(token) ? { token } : {}),
    ...(isFilled(email) ? { email } : {}),
  }),
  component: lazyPage(() => import('#features/registration/registration-page.tsx'), 'RegistrationPage'),
});
