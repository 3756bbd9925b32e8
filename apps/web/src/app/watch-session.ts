import type { Profile } from '@portal/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import type { AppRouter } from '#app/router.tsx';
import { profileQuery } from '#lib/profile.ts';
import { onSessionChange, onUnauthorized, readToken } from '#lib/session.ts';

/**
 * Watches the token, whatever changes it: a 401, the sign-in screen, another tab. A different token can mean a
 * different user, so cached data is cleared; the route guards then choose the screen. Returns a function that stops
 * watching.
 */
export function watchSession(router: AppRouter, queryClient: QueryClient): () => void {
  let token = readToken();

  /** Resolves when the screen for the current token is shown. */
  async function followToken(): Promise<void> {
    const next = readToken();
    if (next === token) return;
    token = next;
    void queryClient.cancelQueries();
    queryClient.clear();
    await router.invalidate();
  }

  /** The guard of a signed-in page redirects and remembers the address to return to. A public page has no guard. */
  function leavePublicPage(): void {
    const isSignedInPage = router.state.matches.some(({ routeId }) => routeId === '/signed-in');
    if (!isSignedInPage) void router.navigate({ to: '/login' });
  }

  /** A page restored from the back/forward cache missed all changes: its rows may belong to another session. */
  function handlePageShow({ persisted }: PageTransitionEvent): void {
    if (!persisted || readToken() === token) return;
    // Transparent rather than hidden: the sign-in screen must be able to take the focus.
    document.body.style.opacity = '0';
    void followToken().finally(() => document.body.style.removeProperty('opacity'));
  }

  const stops = [onSessionChange(() => void followToken()), onUnauthorized(leavePublicPage)];
  window.addEventListener('pageshow', handlePageShow);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('pageshow', handlePageShow);
  };
}

/**
 * Watches the current user's groups and customer. When they change, clears everything that was read with the earlier
 * ones and runs the route guards again, which redirect a user who may no longer see the screen. Returns a function that
 * stops watching.
 */
export function watchRights(router: AppRouter, queryClient: QueryClient): () => void {
  const [profileKey] = profileQuery.queryKey;
  const read = () => {
    const profile = queryClient.getQueryData<Profile>(profileQuery.queryKey);
    return profile === undefined ? undefined : JSON.stringify([profile.id, profile.groups, profile.customerNetsuiteId]);
  };
  let rights = read();
  return queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== profileKey) return;
    const next = read();
    if (next === undefined || next === rights) return;
    const isChange = rights !== undefined;
    rights = next;
    if (!isChange) return;
    void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== profileKey });
    void router.invalidate();
  });
}
