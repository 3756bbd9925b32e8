import { type Permission, permissions, type Role, roles } from '@portal/contract/permissions';
import { describe, expect, test } from 'vitest';
import { holds } from './permissions.ts';

/** Each role in the order of `roles`, then a user in no known group: x is allowed, - is denied. */
const table: Record<Permission, string> = {
  public: 'xxxxxx',
  signedIn: 'xxxxxx',
  'orders.listAll': 'x-----',
  'orders.listCustomer': '-xxx--',
  'orders.listAssigned': '----x-',
  'orders.read': 'xxxxx-',
  'orders.assign': 'xx----',
  'orders.sync': 'xxxx--',
  'attachments.use': 'xxxxx-',
  'customers.read': 'xxxxx-',
  'customers.sync': 'xxxx--',
  'invitations.read': 'xxxxx-',
  'invitations.manage': 'x-x---',
  'users.read': 'xxxxx-',
  'users.manage': 'x-x---',
  'users.create': 'x-----',
  'groups.read': 'xxxxx-',
  'groups.edit': 'x-x---',
  'log.read': 'xxxxx-',
  'sync.read': 'xxxx--',
  'sync.cancel': 'xxxx--',
  'sync.operate': 'xx----',
  'sync.decide': 'x-----',
  'access.explain': 'xx----',
};
const everyRole: readonly (Role | null)[] = [...roles, null];

describe('rights', () => {
  test.each(permissions)('%s', (permission) => {
    expect(everyRole.map((role) => (holds(role, permission) ? 'x' : '-')).join('')).toBe(table[permission]);
  });
});
