import { expect, test } from 'vitest';
import { customersColumns } from './customers-columns.ts';

const balances = ['Deposit Balance', 'Overdue Balance', 'Unbilled Orders', 'Balance'];
const headers = (role: Parameters<typeof customersColumns>[0]) => customersColumns(role).map(({ header }) => header);

test.each(['admin', 'member', 'customer_admin'] as const)('%s sees what a customer owes', (role) => {
  expect(headers(role).slice(-4)).toEqual(balances);
});

test("a customer's member does not: those columns are not built", () => {
  expect(headers('customer_member')).toEqual(headers('admin').filter((header) => !balances.includes(header)));
  expect(headers('customer_member')).toHaveLength(headers('admin').length - 4);
});

test('begins with what names a customer', () => {
  expect(headers('admin').slice(0, 6)).toEqual(['Entity ID', 'Company Name', 'Email', 'Phone', 'Category', 'Status']);
});
