import type { Role } from '@portal/contract/permissions';
import type { Group, User } from '@portal/contract/users';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { groupLabel } from '#lib/group-label.ts';

/** A user as the screens know it: with what the other users and the groups say about it. */
export interface ListedUser extends User {
  /** What its group is for; undefined when the groups could not be read. */
  groupType: Role | undefined;
  /** The user that it belongs under, where that one may be seen. */
  parent: User | undefined;
}

/** The groups in the caller's own words. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => api('GET /groups', { signal }),
});

/** The users in the caller's scope, all of them: their lists are searched and paged here. */
export const usersQuery = queryOptions({
  queryKey: ['users', 'list'],
  queryFn: async ({ client, signal }) => {
    const [{ data }, groups] = await Promise.all([
      api('GET /users', { signal }),
      // Without the groups there still are users.
      client.ensureQueryData(groupsQuery).catch(() => []),
    ]);
    return linkUsers(data, groups);
  },
});

/** Joins each user with its group's type and with its parent. */
function linkUsers(users: readonly User[], groups: readonly Group[]): ListedUser[] {
  const types = new Map(groups.map((group) => [group.id, group.type]));
  const byId = new Map(users.map((user) => [user.id, user]));
  return users.map((user) => ({
    ...user,
    groupType: user.groupId === undefined ? undefined : types.get(user.groupId),
    parent: user.parentId === undefined ? undefined : byId.get(user.parentId),
  }));
}

/** What a user is called: by its name, or else by its address. */
export function userName({ fullName, email }: User): string {
  return fullName === undefined || fullName === '' ? email : fullName;
}

/** The groups of a user, as people read them. */
export function groupNames({ groups }: User): string {
  return groups.map(groupLabel).join(', ');
}

/** Reads anew what shows people: lists, counts and the log. Settled once the lists on screen are new. */
export async function reloadPeople(queryClient: QueryClient): Promise<void> {
  const keys = [['users'], ['groups'], ['invitations'], ['logs'], ['profile']];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
