import type { Role } from '@portal/contract/permissions';

const labels: Record<Role, string> = {
  admin: 'Administrator',
  member: 'Member',
  customer_admin: 'Customer administrator',
  customer_member: 'Customer member',
  customer_guest: 'Customer guest',
};

/** Returns the displayed name of a group: a label while its name is still its type, otherwise the edited name. */
export function groupLabel(name: string): string {
  return Object.hasOwn(labels, name) ? labels[name as Role] : name;
}
