import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

/** Where a reset link leads. Works for anybody, signed in or not. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyPage(() => import('#features/password-reset/reset-password-page.tsx'), 'ResetPasswordPage'),
});
