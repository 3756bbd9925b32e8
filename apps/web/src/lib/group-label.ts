import type { Role } from '@portal/contract/permissions';
import { t } from './texts.ts';

const labels: Record<Role, string> = {
  admin: t('role.admin'),
  member: t('role.member'),
  customer_admin: t('role.customer_admin'),
  customer_member: t('role.customer_member'),
  customer_guest: t('role.customer_guest'),
};

/** Display name of a group: a label while the name is still its type, otherwise the edited name. */
export function groupLabel(name: string): string {
  return Object.hasOwn(labels, name) ? labels[name as Role] : name;
}
