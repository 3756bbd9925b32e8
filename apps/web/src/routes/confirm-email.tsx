import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

/** Where the link in the mail to a changed address leads. Works for anybody, signed in or not. */
export const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  component: lazyPage(() => import('#features/confirm-email/confirm-email-page.tsx'), 'ConfirmEmailPage'),
});
