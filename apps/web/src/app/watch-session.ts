import type { QueryClient } from '@tanstack/react-query';
import { onSessionChange, onUnauthorized, readToken } from '#lib/session.ts';
import type { AppRouter } from './router.tsx';

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
