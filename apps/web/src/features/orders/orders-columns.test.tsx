import type { Order } from '@portal/contract/orders';
import { expect, test } from 'vitest';
import { columnVisibility } from '#components/data-table/columns.ts';
import { ordersEndpoint } from '#lib/role.ts';
import { ordersColumns, ordersFilters } from './orders-columns.tsx';

const headers = (role: Parameters<typeof ordersColumns>[0]) => ordersColumns(role).map((column) => column.header);

const all = [
  'Sales Order #',
  'BOL In #',
  'Purchase Order #',
  'Customer',
  'Status',
  'Order Date',
  'Created Date',
  'Last Modified',
  'Sales Effective Date',
  'Email',
  'Terms',
  'Location',
  'Currency',
  'Project',
  'Subtotal',
  'Tax',
  'Total',
  'Shipping Address',
  'Shipped',
  'Tracking',
  'Expected',
  'Shipping',
  'Last Shipped',
  'Billing',
  'Due Date',
  'Open Amount',
];

test.each(['admin', 'member'] as const)('shows all columns in order to %s', (role) => {
  expect(headers(role)).toEqual(all);
});

test.each([
  ['customer_admin', ['Customer']],
  ['customer_member', ['Customer', 'Open Amount']],
] as const)('hides from %s, who has only one customer, the columns %j', (role, hidden) => {
  expect(headers(role)).toEqual(all.filter((header) => !(hidden as readonly string[]).includes(header)));
});

const shownToGuests = ['Status', 'Ship To', 'Note', 'Shipped', 'Tracking', 'Expected'];

test('initially shows a guest what distinguishes its orders and where they are', () => {
  const columns = ordersColumns('customer_guest');
  const visible = columnVisibility(columns, {});
  expect(columns.filter(({ id }) => visible[id]).map(({ header }) => header)).toEqual(shownToGuests);
});

test('hides order numbers, the customer and invoices from a guest', () => {
  expect(headers('customer_guest')).toEqual([
    ...shownToGuests,
    ...['Carrier', 'Access Until'],
    ...all.slice(all.indexOf('Order Date'), all.indexOf('Total') + 1),
    ...['Shipping', 'Last Shipped'],
  ]);
});

test('initially shows the first five columns, Created Date and Total', () => {
  const columns = ordersColumns('admin');
  const visible = columnVisibility(columns, {});
  expect(columns.filter(({ id }) => visible[id]).map(({ header }) => header)).toEqual([
    ...all.slice(0, 5),
    'Created Date',
    'Total',
  ]);
});

test.each(['admin', 'customer_guest'] as const)('names the filter by the days of shipments "Shipped": %s', (role) => {
  expect(ordersFilters(role).find(({ id }) => id === 'lastShipped')?.label).toBe('Shipped');
});

test('ignores a saved choice for a removed column and shows a new column by default', () => {
  const columns = ordersColumns('customer_admin');
  const visible = columnVisibility(columns, { entity: true, memo: false, gone: true });
  expect(visible.memo).toBe(false);
  expect(visible.total).toBe(true);
  expect(visible).not.toHaveProperty('entity');
  expect(visible).not.toHaveProperty('gone');
});

test('formats money in CAD and dates without time, and leaves empty values empty', () => {
  const order: Order = {
    id: '1',
    rawData: { total: '1327.04', createdDate: '2026-05-06T23:59:00Z', tranDate: '2026-05-06' },
  };
  const cell = (id: string) =>
    ordersColumns('admin')
      .find((column) => column.id === id)
      ?.cell(order);
  expect(cell('total')).toBe('$1,327.04');
  expect(cell('createdDate')).toBe('May 6, 2026');
  expect(cell('tranDate')).toBe('May 6, 2026');
  expect(cell('subtotal')).toBeUndefined();
  expect(cell('entity')).toBeUndefined();
});

test('shows every cent of amounts of 16 digits', () => {
  const amount = '1234567890123456.78';
  const money = { subtotal: amount, custbody_stc_tax_after_discount: `-${amount}`, total: amount };
  const cell = (id: string) =>
    ordersColumns('admin')
      .find((column) => column.id === id)
      ?.cell({ id: '1', rawData: money });
  expect(Object.keys(money).map(cell)).toEqual([
    '$1,234,567,890,123,456.78',
    '-$1,234,567,890,123,456.78',
    '$1,234,567,890,123,456.78',
  ]);
});

test('requests a separate list for each role', () => {
  expect(ordersEndpoint('admin')).toBe('GET /netsuite-sales-orders');
  expect(ordersEndpoint('member')).toBe('GET /netsuite-sales-orders/customer');
  expect(ordersEndpoint('customer_admin')).toBe('GET /netsuite-sales-orders/customer');
  expect(ordersEndpoint('customer_member')).toBe('GET /netsuite-sales-orders/customer');
  expect(ordersEndpoint('customer_guest')).toBe('GET /netsuite-sales-orders/assigned-orders');
});
