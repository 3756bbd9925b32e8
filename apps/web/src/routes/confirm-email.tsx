import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

/** Target of the emailed link that confirms a changed address. Works signed in or out. */
export const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  component: lazyPage(() => import('#features/confirm-email/confirm-email-page.tsx'), 'ConfirmEmailPage'),
});
