import type { Role } from '@portal/contract/permissions';
import type { Group, User } from '@portal/contract/users';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { formatValues } from '#lib/format.ts';
import { groupLabel } from '#lib/group-label.ts';
import { readPages } from '#lib/read-pages.ts';

/** A user joined with data from other users and the groups. */
export interface ListedUser extends User {
  /** Type of the user's group; undefined if the groups could not be loaded. */
  groupType: Role | undefined;
  /** The user's parent, if the current user can see it. */
  parent: User | undefined;
}

/** Groups with the customer's own names. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => api('GET /groups', { signal }),
});

/** All users in the current user's scope. Their lists are searched and paginated in the browser. */
export const usersQuery = queryOptions({
  queryKey: ['users', 'list'],
  queryFn: async ({ client, signal }) => {
    const [users, groups] = await Promise.all([
      readUsers(signal),
      // Show users even if the groups cannot be loaded.
      client.ensureQueryData(groupsQuery).catch(() => []),
    ]);
    return linkUsers(users, groups);
  },
});

function readUsers(signal: AbortSignal): Promise<User[]> {
  return readPages(
    ({ id }) => id,
    async (after) => (await api('GET /users', { query: { after }, signal })).data,
  );
}

/** Joins each user with its group's type and its parent. */
function linkUsers(users: readonly User[], groups: readonly Group[]): ListedUser[] {
  const types = new Map(groups.map((group) => [group.id, group.type]));
  const byId = new Map(users.map((user) => [user.id, user]));
  return users.map((user) => ({
    ...user,
    groupType: user.groupId === undefined ? undefined : types.get(user.groupId),
    parent: user.parentId === undefined ? undefined : byId.get(user.parentId),
  }));
}

/** Display names of a user's groups. */
export function groupNames({ groups }: User): string {
  return formatValues(groups.map(groupLabel));
}

/**
 * Refetches everything that shows people: lists, totals and the activity log. Resolves when the visible lists are up to
 * date.
 */
export async function reloadPeople(queryClient: QueryClient): Promise<void> {
  const keys = [['users'], ['groups'], ['invitations'], ['logs'], ['profile']];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
