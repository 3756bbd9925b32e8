import type { Role } from '@portal/contract/permissions';
import { describe, expect, test } from 'vitest';
import { compile } from '../platform/sql.ts';
import { createTestCurrentUser } from '../testing/current-user.ts';
import type { CurrentUser } from './current-user.ts';
import { activityScope, customerScope, orderScope, ordersOfCustomer, syncScope } from './scope.ts';
import { activityWithin, customersWithin, ordersWithin } from './scope-sql.ts';

function currentUser(role: Role | null, customerId: string | null): CurrentUser {
  return createTestCurrentUser(role, customerId, 'the-user');
}

const all = { kind: 'all' };
const none = { kind: 'none' };
const own = { kind: 'customer', customerId: '7' };
const { at } = currentUser(null, null);
const assigned = { kind: 'assigned', userId: 'the-user', at };

const amounts = { seesOrderNumbers: true, seesInvoices: true, seesOpenAmounts: true, paperRequests: none };
const everything = { ...amounts, paperRequests: { kind: 'all', at } };
const shippingOnly = { seesOrderNumbers: false, seesInvoices: false, seesOpenAmounts: false, paperRequests: none };
const guest = { ...shippingOnly, paperRequests: { kind: 'own', userId: 'the-user' } };
const withoutOpenAmounts = { ...amounts, seesOpenAmounts: false };

describe('scope of each role, with and without a linked customer', () => {
  test.each([
    ['admin', '7', { orders: all, ...everything, customers: all, balances: true, records: all }],
    ['member', '7', { orders: own, ...everything, customers: all, balances: true, records: all }],
    ['member', null, { orders: all, ...everything, customers: all, balances: true, records: all }],
    ['customer_admin', '7', { orders: own, ...amounts, customers: own, balances: true, records: own }],
    ['customer_admin', null, { orders: none, ...amounts, customers: none, balances: true, records: none }],
    ['customer_member', '7', { orders: own, ...withoutOpenAmounts, customers: own, balances: false, records: own }],
    ['customer_guest', '7', { orders: assigned, ...guest, customers: none, balances: false, records: none }],
    [null, '7', { orders: none, ...shippingOnly, customers: none, balances: false, records: none }],
  ] as const)('%s, customer %s', (role, customerId, scopes) => {
    const who = currentUser(role, customerId);
    expect({ ...orderScope(who), ...customerScope(who), ...syncScope(who) }).toEqual(scopes);
  });
});

describe('visible activity log entries', () => {
  test.each([
    ['admin', '7', all, true],
    ['member', '7', all, false],
    ['member', null, all, false],
    ['customer_admin', '7', own, false],
    ['customer_admin', null, none, false],
    ['customer_member', '7', own, false],
    ['customer_guest', '7', { kind: 'own', userId: 'the-user' }, false],
    [null, '7', none, false],
  ] as const)('%s, customer %s, sees', (role, customerId, entries, administratorsOnly) => {
    const seesOrderNumbers = role !== null && role !== 'customer_guest';
    expect(activityScope(currentUser(role, customerId))).toEqual({ entries, administratorsOnly, seesOrderNumbers });
  });
});

describe('scope limited to one customer', () => {
  test.each([
    ['admin', null, own],
    ['member', '7', own],
    ['member', '8', none],
    ['customer_member', '7', own],
    ['customer_member', '8', none],
    ['customer_guest', '7', none],
  ] as const)('%s of customer %s sees', (role, customerId, orders) => {
    const scope = orderScope(currentUser(role, customerId));
    expect(ordersOfCustomer(scope, '7')).toEqual({ ...scope, orders });
  });
});

test('a scope becomes an SQL condition; an empty scope matches no row', () => {
  const inSql = (role: Role | null) => {
    const who = currentUser(role, '7');
    const conditions = [
      ordersWithin(orderScope(who)),
      customersWithin(customerScope(who)),
      activityWithin(activityScope(who)),
    ];
    return conditions.map((sql) => sql && compile(sql));
  };
  expect(inSql('admin')).toEqual([null, null, null]);
  expect(inSql('member').at(-1)).toEqual({ text: 'not administrators_only', values: [] });
  expect(inSql('customer_member')).toEqual([
    { text: 'customer_id = $1', values: ['7'] },
    { text: 'id = $1', values: ['7'] },
    { text: 'coalesce(subject_customer_id, actor_customer_id) = $1 and not administrators_only', values: ['7'] },
  ]);
  expect(inSql('customer_guest')).toEqual([
    {
      text: 'id in (select order_id from order_assignments where user_id = $1 and (expires_at is null or expires_at > $2))',
      values: ['the-user', at],
    },
    { text: 'false', values: [] },
    {
      text: `(actor_id = $1 or subject_id = $2) and created_date >
        coalesce((select placed_at from users where users.id = $3), '-infinity') and not administrators_only`,
      values: ['the-user', 'the-user', 'the-user'],
    },
  ]);
  const nothing = { text: 'false', values: [] };
  expect(inSql(null)).toEqual([nothing, nothing, { text: 'false and not administrators_only', values: [] }]);
});
