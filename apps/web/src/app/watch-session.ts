import type { QueryClient } from '@tanstack/react-query';
import { onSessionChange, onUnauthorized, readToken } from '#lib/session.ts';
import type { AppRouter } from './router.tsx';

/**
 * Follows the token, whoever changes it: a refused call, the sign-in screen, another tab. Another token means another
 * person, so nothing read before may be shown; the guards of the routes then decide which screen is due. Returns how
 * to stop.
 */
export function watchSession(router: AppRouter, queryClient: QueryClient): () => void {
  let token = readToken();

  /** Resolves when the screen that is due for the present token is shown. */
  async function followToken(): Promise<void> {
    const next = readToken();
    if (next === token) return;
    token = next;
    void queryClient.cancelQueries();
    queryClient.clear();
    await router.invalidate();
  }

  /** Signed-in pages are left by their guard, which remembers the way back; a public page has none. */
  function leavePublicPage(): void {
    const isSignedInPage = router.state.matches.some(({ routeId }) => routeId === '/signed-in');
    if (!isSignedInPage) void router.navigate({ to: '/login' });
  }

  /** A page out of the browser's back/forward cache heard of no change: its rows may be another session's. */
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
