import type { Role } from '@portal/contract/permissions';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { keepOnlyDraftsOf } from './drafts.ts';
import { deriveRole } from './role.ts';
import { readToken, readUser, storeUser } from './session.ts';

/** The caller. The copy in local storage shows at once and is read anew behind it. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    const token = readToken();
    const profile = await api('GET /auth/profile', { signal });
    // Somebody may have logged out in the meantime.
    if (readToken() === token) {
      storeUser(profile);
      keepOnlyDraftsOf(profile.id);
    }
    return profile;
  },
  initialData: readUser,
  initialDataUpdatedAt: 0,
});

/** The caller's role, for the screens. While nothing is known it is the one that shows least. */
export function useRole(): Role {
  const { data } = useQuery(profileQuery);
  return data === undefined ? 'customer_guest' : deriveRole(data.groups);
}

/** The caller's role before a route opens. Throws when the profile can neither be remembered nor read. */
export async function readRole(queryClient: QueryClient): Promise<Role> {
  const profile = await queryClient.ensureQueryData(profileQuery);
  return deriveRole(profile.groups);
}

/** The same, as it is now: somebody may have changed it. Goes by what is remembered where it cannot be read. */
export async function readFreshRole(queryClient: QueryClient): Promise<Role> {
  await refreshProfile(queryClient);
  return readRole(queryClient);
}

/** Reads the profile anew, or waits for the reading under way. Never fails: what is remembered stays. */
export function refreshProfile(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery({ ...profileQuery, staleTime: 0 });
}
