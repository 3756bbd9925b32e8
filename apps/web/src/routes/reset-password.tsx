import { createRoute } from '@tanstack/react-router';
import { isFilled } from '#lib/search-params.ts';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

interface ResetSearch {
  code?: string;
  email?: string;
}

/** Where a reset link leads. Works for anybody, signed in or not. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: ({ code, email }: Record<string, unknown>): ResetSearch => ({
    ...(isFilled(code) ? { code } : {}),
    ...(isFilled(email) ? { email } : {}),
  }),
  component: lazyPage(() => import('#features/password-reset/reset-password-page.tsx'), 'ResetPasswordPage'),
});
