import type { Group } from '@portal/contract/users';
import { formatValues } from '#lib/format.ts';
import { groupLabel } from '#lib/group-label.ts';
import { personName } from '#lib/initials.ts';
import { endOfLocalDay, formatEnd, lastDay } from '#lib/local-day.ts';
import { isCustomerType, isGuestType } from '#lib/role.ts';
import type { ListedUser } from '../users-api.ts';

/** Form values by the server's field name. */
export type EditUserValues = {
  email: string;
  fullName: string;
  groupId: string;
  customerNetsuiteId: string;
  parentId: string;
  /** The new email awaiting confirmation; empty if there is none. */
  pendingEmail: string;
  /** Last day of access, `YYYY-MM-DD`; empty if access does not end. */
  expiresAt: string;
};

/** Initial form values of a user. The group is the first one with the name of the user's group. */
export function valuesOf(user: ListedUser, groups: readonly Group[]): EditUserValues {
  return {
    email: user.email,
    fullName: user.fullName ?? '',
    groupId: groups.find((group) => user.groups.includes(group.name))?.id ?? '',
    customerNetsuiteId: user.customerNetsuiteId ?? '',
    parentId: user.parentId ?? '',
    pendingEmail: user.pendingEmail ?? '',
    expiresAt: user.expiresAt === null ? '' : (lastDay(user.expiresAt) ?? user.expiresAt.slice(0, 10)),
  };
}

/** Values changed by selecting a group: the customer is cleared for a group without customers. */
export function chooseGroup(groupId: string, groups: readonly Group[]): Partial<EditUserValues> {
  const stays = isCustomerType(groups.find((group) => group.id === groupId));
  return stays ? { groupId } : { groupId, customerNetsuiteId: '' };
}

/** Whether the required fields are filled in. */
export function isComplete({ email, groupId, fullName }: EditUserValues): boolean {
  return [email, groupId, fullName].every((value) => value.trim() !== '');
}

/**
 * Request body for an edit of `user`. Includes the end of access only for guests and only if changed, as the end of the
 * last day where the current user is. Includes the unconfirmed email only to cancel it.
 */
export function toPayload(values: EditUserValues, user: ListedUser, groups: readonly Group[]) {
  const { expiresAt, pendingEmail, ...others } = values;
  const present = valuesOf(user, groups);
  const group = groups.find(({ id }) => id === values.groupId);
  const endChanged = isGuestType(group) && expiresAt !== present.expiresAt;
  const dropsPending = present.pendingEmail !== '' && pendingEmail === '';
  return {
    ...others,
    ...(endChanged ? { expiresAt: expiresAt === '' ? ('' as const) : endOfLocalDay(expiresAt) } : {}),
    ...(dropsPending ? { pendingEmail: '' as const } : {}),
    version: user.version,
  };
}

/** Display text of a field's stored value, shown to a user who has typed a different one. */
export function storedText(user: ListedUser, name: keyof EditUserValues): string {
  switch (name) {
    case 'email':
      return user.email;
    case 'pendingEmail':
      return user.pendingEmail ?? '';
    case 'fullName':
      return user.fullName ?? '';
    case 'groupId':
      return formatValues(user.groups.map(groupLabel));
    case 'customerNetsuiteId':
      return user.customerName ?? user.customerNetsuiteId ?? '';
    case 'parentId':
      return user.parent === undefined ? (user.parentId ?? '') : personName(user.parent);
    case 'expiresAt':
      return user.expiresAt === null ? '' : formatEnd(user.expiresAt);
  }
}
