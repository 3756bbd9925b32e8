import type { Group } from '@portal/contract/users';
import { formatDate } from '#lib/format.ts';
import { groupLabel } from '#lib/group-label.ts';
import { type ListedUser, userName } from '../users-api.ts';

/** What stands in the boxes of the dialog, under the names that the server knows them by. */
export type EditUserValues = {
  email: string;
  fullName: string;
  groupId: string;
  customerNetsuiteId: string;
  parentId: string;
  /** The new address that awaits confirmation; empty for none. */
  pendingEmail: string;
  /** The last day of access, `YYYY-MM-DD`; empty for no end. */
  expiresAt: string;
};

/** What the dialog opens with: the first group that is called as the user's is, and everything else as it stands. */
export function valuesOf(user: ListedUser, groups: readonly Group[]): EditUserValues {
  return {
    email: user.email,
    fullName: user.fullName ?? '',
    groupId: groups.find((group) => user.groups.includes(group.name))?.id ?? '',
    customerNetsuiteId: user.customerNetsuiteId ?? '',
    parentId: user.parentId ?? '',
    pendingEmail: user.pendingEmail ?? '',
    expiresAt: user.expiresAt?.slice(0, 10) ?? '',
  };
}

/** Whether the members of a group belong to a customer. */
export function isCustomerType(group: Group | undefined): boolean {
  return group?.type.includes('customer') ?? false;
}

/** What a choice of group changes: a customer goes with a group that has none. */
export function chooseGroup(groupId: string, groups: readonly Group[]): Partial<EditUserValues> {
  const stays = isCustomerType(groups.find((group) => group.id === groupId));
  return stays ? { groupId } : { groupId, customerNetsuiteId: '' };
}

/** Whether there is enough to save. */
export function isComplete({ email, groupId, fullName }: EditUserValues): boolean {
  return [email, groupId, fullName].every((value) => value.trim() !== '');
}

/**
 * What is sent for an edit of `user`. The end of access only for guests and only when it was changed: the end of its
 * last day, in UTC. The address that awaits confirmation only when it is to be dropped.
 */
export function toPayload(values: EditUserValues, user: ListedUser, groups: readonly Group[]) {
  const { expiresAt, pendingEmail, ...others } = values;
  const present = valuesOf(user, groups);
  const group = groups.find(({ id }) => id === values.groupId);
  const endChanged = group?.type === 'customer_guest' && expiresAt !== present.expiresAt;
  const dropsPending = present.pendingEmail !== '' && pendingEmail === '';
  return {
    ...others,
    ...(endChanged ? { expiresAt: expiresAt === '' ? ('' as const) : `${expiresAt}T23:59:59.999Z` } : {}),
    ...(dropsPending ? { pendingEmail: '' as const } : {}),
    version: user.version,
  };
}

/** How the stored value of a box reads, for whoever typed another one meanwhile. */
export function storedText(user: ListedUser, name: keyof EditUserValues): string {
  switch (name) {
    case 'email':
      return user.email;
    case 'pendingEmail':
      return user.pendingEmail ?? '';
    case 'fullName':
      return user.fullName ?? '';
    case 'groupId':
      return user.groups.map(groupLabel).join(', ');
    case 'customerNetsuiteId':
      return user.customerName ?? user.customerNetsuiteId ?? '';
    case 'parentId':
      return user.parent === undefined ? (user.parentId ?? '') : userName(user.parent);
    case 'expiresAt':
      return user.expiresAt === null ? '' : formatDate(user.expiresAt);
  }
}
