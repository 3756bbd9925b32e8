import { createRoute, redirect } from '@tanstack/react-router';
import { readToken } from '#lib/session.ts';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

interface LoginSearch {
  /** Where one was going: a path of this app. */
  next?: string;
}

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: ({ next }: Record<string, unknown>): LoginSearch => (isOwnPath(next) ? { next } : {}),
  beforeLoad: ({ search }) => {
    // Also the way on after a sign-in, here or in another tab. A path that the role does not have leads to /overview.
    if (readToken() !== null) throw redirect({ to: search.next ?? '/', replace: true });
  },
  component: lazyPage(() => import('#features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** Never to another site: one slash at the start, and nothing that a browser takes for a second one. */
function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value);
}
