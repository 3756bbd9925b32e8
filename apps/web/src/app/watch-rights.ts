import type { Profile } from '@portal/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import { profileQuery } from '#lib/profile.ts';
import type { AppRouter } from './router.tsx';

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
