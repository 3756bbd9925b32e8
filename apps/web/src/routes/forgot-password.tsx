import { createRoute, redirect } from '@tanstack/react-router';
import { readToken } from '#lib/session.ts';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  beforeLoad: () => {
    if (readToken() !== null) throw redirect({ to: '/overview', replace: true });
  },
  component: lazyPage(() => import('#features/password-reset/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});
