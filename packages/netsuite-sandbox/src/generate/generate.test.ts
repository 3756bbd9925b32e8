import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decimal } from '../exact-json.ts';
import { statusLetter } from '../records.ts';
import { findRecordFault } from '../store/check-record.ts';
import { createCustomers, generatedUntil } from './customers.ts';
import { generateOrders, generateRecords } from './orders.ts';

const set = { orders: 3000, customers: 120, seed: 1 };
const orders = [...generateOrders(set)];
const customers = createCustomers(set).map(({ body }) => body);
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('generated orders', () => {
  test('add up to the cent, have ids in the order of creation, and belong to a customer, whatever the seed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 40 }), (seed, count) => {
        const options = { orders: count * 3, customers: count, seed };
        const ids = new Set(createCustomers(options).map(({ reference }) => reference.id));
        let [lastId, lastTime] = [0, ''];
        for (const order of generateOrders(options)) {
          expect(findRecordFault('salesOrder', plain(order))).toBeUndefined();
          const { createdDate = '', lastModifiedDate = '' } = order;
          const toCents = (amount: Decimal = 0) => Math.round(Number(amount) * 100);
          const [subtotal, total] = [toCents(order.subtotal), toCents(order.total)];
          const lines = order.item?.items?.reduce((sum, { amount }) => sum + toCents(amount), 0);
          expect(lines).toBe(subtotal);
          expect(subtotal + toCents(order.taxTotal) + toCents(order.shippingCost)).toBe(total);
          expect(Number(order.id)).toBeGreaterThan(lastId);
          expect(createdDate >= lastTime && lastModifiedDate >= createdDate).toBe(true);
          expect(Date.parse(lastModifiedDate)).toBeLessThanOrEqual(generatedUntil);
          expect(ids).toContain(order.entity?.id);
          [lastId, lastTime] = [Number(order.id), createdDate];
        }
      }),
      { numRuns: 30 },
    );
  });

  test('repeat for the same seed and differ for another', () => {
    expect(plain([...generateOrders(set)])).toEqual(plain(orders));
    const others = [...generateOrders({ ...set, seed: 2 })];
    expect(others.filter(({ total }, index) => total === orders[index]?.total).length).toBeLessThan(60);
  });

  // suiteql-facts, section 3: backordered units are not picked.
  test('have no backordered line in a picked or packed fulfillment', () => {
    const records = [...generateRecords(set)];
    const linesOf = new Map(records.map(({ body }) => [body.id, body.item?.items ?? []]));
    const prepared = records.filter(
      ({ type, body }) => type === 'itemFulfillment' && statusLetter(type, body.status) !== 'C',
    );
    expect(prepared.length).toBeGreaterThan(5);
    const backordered = prepared.flatMap(({ body: { createdFrom, item } }) => {
      const picked = new Set(item?.items?.map(({ orderLine }) => orderLine));
      const lines = linesOf.get(createdFrom?.id ?? '')?.filter(({ line }) => picked.has(line)) ?? [];
      return lines.filter(({ quantityBackOrdered }) => quantityBackOrdered !== undefined);
    });
    expect(backordered).toEqual([]);
  });

  // rest-facts, section 3: letters A to H by Oracle's API Browser, a bare letter by its capture of 2020; ids in words are a guess.
  test('show every status in every form, most of the old ones billed', () => {
    const forms = new Set(
      orders.map(({ status }) =>
        typeof status === 'string' ? 'bare' : (status?.id.length ?? 0) === 1 ? 'letter' : 'words',
      ),
    );
    expect(forms).toEqual(new Set(['letter', 'words', 'bare']));
    expect(new Set(orders.map(({ status }) => statusLetter('salesOrder', status)))).toEqual(new Set('ABCDEFGH'));
    const old = orders.slice(0, 2000);
    expect(old.filter(({ status }) => statusLetter('salesOrder', status) === 'G').length).toBeGreaterThan(1700);
  });

  test('leave some values out and break address lines in both ways', () => {
    for (const field of [
      'memo',
      'otherRefNum',
      'email',
      'location',
      'shipAddress',
      'salesEffectiveDate',
      'custbody_ns_project',
    ]) {
      const present = orders.filter((order) => order[field] !== undefined).length;
      expect(present).toBeGreaterThan(300);
      expect(present).toBeLessThan(orders.length);
    }
    const broken = orders.filter(({ shipAddress }) => String(shipAddress).includes('\r\n')).length;
    expect(broken).toBeGreaterThan(300);
    expect(broken).toBeLessThan(2700);
    const shipped = orders.filter(({ status }) => 'DEFG'.includes(statusLetter('salesOrder', status) ?? '-'));
    expect(shipped.every(({ memo }) => String(memo).startsWith('BOL-'))).toBe(true);
  });

  test('go to few customers in large part and to most in small part', () => {
    const counts = new Map<string, number>();
    for (const { entity } of orders) counts.set(entity?.id ?? '', (counts.get(entity?.id ?? '') ?? 0) + 1);
    const sorted = [...counts.values()].sort((a, b) => b - a);
    const top = sorted.slice(0, 12).reduce((sum, count) => sum + count, 0);
    expect(top / orders.length).toBeGreaterThan(0.4);
    expect(sorted.length).toBeGreaterThan(100);
  });
});

describe('generated customers', () => {
  test('are valid, distinct and reachable only at .example', () => {
    for (const customer of customers) expect(findRecordFault('customer', plain(customer))).toBeUndefined();
    expect(new Set(customers.map(({ id }) => id)).size).toBe(set.customers);
    expect(new Set(customers.map(({ companyName }) => companyName)).size).toBe(set.customers);
    const emails = [...customers, ...orders].flatMap(({ email }) => (email === undefined ? [] : [email]));
    expect(emails.filter((email) => !/^[a-z0-9.]+@[a-z0-9-]+\.example$/.test(String(email)))).toEqual([]);
    expect(customers.some(({ companyName = '' }) => /[éèô]/.test(companyName))).toBe(true);
    expect(customers.some(({ companyName = '' }) => companyName.includes('ü'))).toBe(true);
    expect(customers.some(({ companyName = '' }) => companyName.length > 100)).toBe(true);
  });
});
