import type { Order } from '@portal/contract/orders';
import { expect, test } from 'vitest';
import { columnVisibility } from '#components/data-table/columns.ts';
import { ordersRoute } from './orders-api.ts';
import { ordersColumns } from './orders-columns.tsx';

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
];

test.each(['admin', 'member'] as const)('%s gets all columns, in their order', (role) => {
  expect(headers(role)).toEqual(all);
});

test.each(['customer_admin', 'customer_member'] as const)('%s, who has one customer, gets all but that', (role) => {
  expect(headers(role)).toEqual(all.filter((header) => header !== 'Customer'));
});

test('a guest gets no numbers of the order and no customer', () => {
  expect(headers('customer_guest')).toEqual(all.slice(4));
});

test('at first the first five show, Created Date and Total', () => {
  const columns = ordersColumns('admin');
  const visible = columnVisibility(columns, {});
  expect(columns.filter(({ id }) => visible[id]).map(({ header }) => header)).toEqual([
    ...all.slice(0, 5),
    'Created Date',
    'Total',
  ]);
});

test('a choice made for a column that is gone harms nothing, and a new column shows as it was meant to', () => {
  const columns = ordersColumns('customer_admin');
  const visible = columnVisibility(columns, { entity: true, memo: false, gone: true });
  expect(visible.memo).toBe(false);
  expect(visible.total).toBe(true);
  expect(visible).not.toHaveProperty('entity');
  expect(visible).not.toHaveProperty('gone');
});

test('money is shown in CAD, days without their time, nothing as nothing', () => {
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

test('each role asks for its own list', () => {
  expect(ordersRoute('admin')).toBe('GET /netsuite-sales-orders');
  expect(ordersRoute('member')).toBe('GET /netsuite-sales-orders/customer');
  expect(ordersRoute('customer_admin')).toBe('GET /netsuite-sales-orders/customer');
  expect(ordersRoute('customer_member')).toBe('GET /netsuite-sales-orders/customer');
  expect(ordersRoute('customer_guest')).toBe('GET /netsuite-sales-orders/assigned-orders');
});
