import type { Role } from '@portal/contract/permissions';

const labels: Record<Role, string> = {
  admin: 'Administrator',
  member: 'Member',
  customer_admin: 'Customer administrator',
  customer_member: 'Customer member',
  customer_guest: 'Customer guest',
};

/** What people read for a group's name: a label while the name is still its type, otherwise the name as it was edited. */
export function groupLabel(name: string): string {
  return Object.hasOwn(labels, name) ? labels[name as Role] : name;
}
