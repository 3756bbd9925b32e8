import type { Profile } from '@portal/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import { profileQuery } from '#lib/profile.ts';
import type { AppRouter } from './router.tsx';

/**
 * Follows the caller's groups and customer: when they have become others, nothing that was read with the earlier ones
 * is shown any longer, and the guards of the routes are asked again: whoever is on a screen that it no longer has is
 * led away. Returns how to stop.
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
