import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectTabOrder } from '#testing/tab-order.ts';
import { dialog, groups, people, showUsers } from '#testing/users-page.tsx';

beforeEach(() => {
  sessionStorage.clear();
  return page.viewport(1440, 900);
});

test.each([
  ['User Details', `/users?user=${people.guest.id}`, ['Copy link', '1201']],
  [
    'Edit User',
    `/users?edit=${people.chef.id}`,
    ['Email', 'Group', 'Customer (NetSuite ID)', 'Parent', 'Full Name', 'Cancel'],
  ],
  ['Reset password', `/users?password=${people.chef.id}`, ['New Password', 'Confirm Password', 'Cancel']],
  ['Edit Group', `/users?tab=groups&group=${groups[0]?.id}`, ['Name', 'Cancel']],
  ['Invite User', '/users?invite=1', ['Email', 'Full Name', 'Group', 'Cancel']],
  ['Invite people', '/users?inviteMany=1', ['Group', 'Choose a CSV file', 'Cancel']],
  ['Register User', '/users?register=1', ['Email', 'Full Name', 'Group', 'Password', 'Cancel']],
])('Tab reaches everything in %s, in both directions, while tooltips come and go', async (title, address, among) => {
  await showUsers(address);
  await expect.element(dialog.getByRole('heading', { name: title })).toBeVisible();
  await expectTabOrder(dialog.element(), [...among, 'Close']);
});
