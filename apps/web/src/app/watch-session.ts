import type { QueryClient } from '@tanstack/react-query';
import { onSessionChange, readToken } from '#lib/session.ts';
import type { AppRouter } from './router.tsx';

/**
 * Follows the token, whoever changes it: a refused call, the sign-in screen, another tab. Another token means another
 * person, so nothing read before may be shown; the guards of the routes then decide which screen is due.
 */
export function watchSession(router: AppRouter, queryClient: QueryClient): () => void {
  let token = readToken();
  return onSessionChange(() => {
    const next = readToken();
    if (next === token) return;
    token = next;
    void queryClient.cancelQueries();
    queryClient.clear();
    void router.invalidate();
  });
}
