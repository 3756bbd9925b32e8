import { expect, test } from 'vitest';
import { customersColumns } from './customers-columns.ts';

const balances = ['Deposit Balance', 'Overdue Balance', 'Unbilled Orders', 'Balance'];
const headers = (role: Parameters<typeof customersColumns>[0]) => customersColumns(role).map(({ header }) => header);

test.each(['admin', 'member', 'customer_admin'] as const)('shows balances to %s', (role) => {
  expect(headers(role).slice(-4)).toEqual(balances);
});

test('does not build balance columns for customer_member', () => {
  expect(headers('customer_member')).toEqual(headers('admin').filter((header) => !balances.includes(header)));
  expect(headers('customer_member')).toHaveLength(headers('admin').length - 4);
});

test('starts with the columns that identify a customer', () => {
  expect(headers('admin').slice(0, 6)).toEqual(['Entity ID', 'Company Name', 'Email', 'Phone', 'Category', 'Status']);
});
