import { createRoute, redirect } from '@tanstack/react-router';
import { readToken } from '#lib/session.ts';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

interface LoginSearch {
  /** The app path to return to. */
  next?: string;
}

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: ({ next }: Record<string, unknown>): LoginSearch => (isOwnPath(next) ? { next } : {}),
  beforeLoad: ({ search }) => {
    // Also used after a sign-in, here or in another tab. A path that the role does not have leads to /overview.
    if (readToken() !== null) throw redirect({ to: search.next ?? '/', replace: true });
  },
  component: lazyPage(() => import('#features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** Prevents open redirects: one slash at the start, and nothing that a browser treats as a second one. */
function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value);
}
