import type { Group } from '@portal/contract/users';
import type { ListedUser } from '../users-api.ts';

/** What stands in the boxes of the dialog, under the names that the server knows them by. */
export type EditUserValues = {
  email: string;
  fullName: string;
  groupId: string;
  customerNetsuiteId: string;
  parentId: string;
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

/** What is sent. Only the access of guests has an end: the end of its last day, in UTC. */
export function toPayload(values: EditUserValues, user: ListedUser, group: Group | undefined) {
  const { expiresAt, ...others } = values;
  return group?.type === 'customer_guest' ? { ...others, expiresAt: endOf(expiresAt, user.expiresAt) } : others;
}

/** An end that was not touched stays to the second. */
function endOf(day: string, present: string | null): string {
  if (present?.startsWith(day) && day !== '') return present;
  return day === '' ? '' : `${day}T23:59:59.999Z`;
}
