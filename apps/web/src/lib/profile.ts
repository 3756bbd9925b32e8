import type { Role } from '@portal/contract/permissions';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { keepOnlyDraftsOf } from './drafts.ts';
import { deriveRole } from './role.ts';
import { readToken, readUser, storeUser } from './session.ts';

/** The current user. The copy in local storage is shown immediately and refreshed in the background. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    const token = readToken();
    const profile = await api('GET /auth/profile', { signal });
    // The user may have logged out in the meantime.
    if (readToken() === token) {
      storeUser(profile);
      keepOnlyDraftsOf(profile.id);
    }
    return profile;
  },
  initialData: readUser,
  initialDataUpdatedAt: 0,
});

/** The current user's role for the UI. The most restricted role until it is known. */
export function useRole(): Role {
  const { data } = useQuery(profileQuery);
  return data === undefined ? 'customer_guest' : deriveRole(data.groups);
}

/** The current user's role before a route opens. Throws if the profile is neither stored nor readable. */
export async function readRole(queryClient: QueryClient): Promise<Role> {
  const profile = await queryClient.ensureQueryData(profileQuery);
  return deriveRole(profile.groups);
}

/** The same, refreshed, because the role may have changed. Falls back to the stored role if it cannot be read. */
export async function readFreshRole(queryClient: QueryClient): Promise<Role> {
  await refreshProfile(queryClient);
  return readRole(queryClient);
}

/** Refreshes the profile, or waits for a refresh in progress. Never fails: the stored profile stays. */
export function refreshProfile(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery({ ...profileQuery, staleTime: 0 });
}
