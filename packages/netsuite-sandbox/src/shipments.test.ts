import { afterAll, describe, expect, test } from 'vitest';
import { type RecordBody, statusLetter } from './records.ts';
import { quantityLines, statusOf } from './shipments.ts';
import { errorOf, itemsOf, startTestSandbox } from './testing/test-sandbox.ts';

const sandbox = await startTestSandbox({ data: { generate: { orders: 400, customers: 30, seed: 5 } } });
const { control } = sandbox;
afterAll(() => sandbox.stop());

const orders = await control.listRecords('salesOrder');
const fulfillments = await control.listRecords('itemFulfillment');
const invoices = await control.listRecords('invoice');
const byOrder = (records: RecordBody[]) => Map.groupBy(records, ({ createdFrom }) => createdFrom?.id ?? '');
const rows = async (query: string) => {
  const answer = await sandbox.query(query);
  expect(errorOf(answer).detail).toBeUndefined();
  return itemsOf(answer).map(({ links, ...row }) => row);
};
const letterOf = ({ status }: RecordBody) => statusLetter('salesOrder', status) ?? '';

describe('generated shipments and invoices', () => {
  test('make up the quantities and the status of their orders', () => {
    const isShipped = ({ status }: RecordBody) => statusLetter('itemFulfillment', status) === 'C';
    const [shipped, billed] = [byOrder(fulfillments.filter(isShipped)), byOrder(invoices)];
    for (const order of orders) {
      const sum = (records: RecordBody[] = [], line: number) =>
        records
          .flatMap(({ item }) => item?.items ?? [])
          .reduce((total, { orderLine, quantity }) => total + (orderLine === line ? Number(quantity) : 0), 0);
      for (const { line, quantityFulfilled, quantityBilled } of quantityLines(order)) {
        expect(sum(shipped.get(order.id), line)).toBe(quantityFulfilled);
        expect(sum(billed.get(order.id), line)).toBe(quantityBilled);
      }
      if ('DEFG'.includes(letterOf(order))) expect(statusOf(order)).toBe(letterOf(order));
      else expect([shipped.get(order.id), billed.get(order.id)]).toEqual([undefined, undefined]);
    }
  });

  test('show partial shipments, several packages, four carriers, backorders, and invoices in every state of payment', () => {
    const partly = [...byOrder(fulfillments).values()].filter((records) => records.length > 1);
    expect(partly.length).toBeGreaterThan(5);
    const sublists = ['package', 'packageUps', 'packageFedex'].flatMap((name) =>
      fulfillments
        .map((record) => record[name] as { items: object[] } | undefined)
        .filter((list) => list !== undefined),
    );
    expect(sublists).toHaveLength(fulfillments.length);
    expect(sublists.some(({ items }) => items.length > 1)).toBe(true);
    expect(new Set(fulfillments.map(({ shipMethod }) => JSON.stringify(shipMethod))).size).toBe(4);
    expect(
      orders.some(({ item }) => item?.items?.some(({ quantityBackOrdered }) => quantityBackOrdered !== undefined)),
    ).toBe(true);
    const paid = invoices.map(({ amountPaid = 0, amountRemaining = 0 }) =>
      amountRemaining === 0 ? 'paid' : amountPaid === 0 ? 'open' : 'partly',
    );
    expect(new Set(paid)).toEqual(new Set(['paid', 'open', 'partly']));
    expect(invoices.some(({ dueDate = '', amountRemaining }) => dueDate < '2026-05-29' && amountRemaining !== 0)).toBe(
      true,
    );
    const billed = orders
      .filter((order) => letterOf(order) === 'G')
      .map((order) => byOrder(invoices).get(order.id) ?? []);
    expect(billed.some((list) => list.some(({ amountRemaining }) => amountRemaining !== 0))).toBe(true);
  });

  test('have lines of groups, kits, discounts and texts beside articles', () => {
    const kinds = new Set(orders.flatMap(({ item }) => item?.items ?? []).map(({ itemType }) => itemType?.id));
    expect(kinds).toEqual(new Set([undefined, 'Kit', 'Group', 'EndGroup', 'Discount', 'Description']));
  });
});

// Tim Dietrich's blog (netsuite-suiteql-related-transactions), softwaresurvivor.com (packages and tracking numbers).
describe('SuiteQL shows them as suiteql-facts, section 4, says', () => {
  test('transaction holds several types, so that a query without one is visibly wrong', async () => {
    const types = await rows('SELECT type, COUNT(id) AS n FROM transaction GROUP BY type ORDER BY type');
    expect(types).toEqual([
      { type: 'CustInvc', n: String(invoices.length) },
      { type: 'ItemShip', n: String(fulfillments.length) },
      { type: 'SalesOrd', n: '400' },
    ]);
  });

  test('fulfillments by the order that their lines were created from, with tracking numbers', async () => {
    const tracked = fulfillments.find(
      (record) =>
        (record.package as { items: { packageTrackingNumber?: string }[] } | undefined)?.items[0]
          ?.packageTrackingNumber !== undefined,
    );
    const query = `SELECT DISTINCT tl.createdfrom AS orderid, f.id AS id, f.status AS status, n.trackingnumber AS trackingnumber,
        TO_CHAR(f.trandate, 'YYYY-MM-DD') AS shipdate, BUILTIN.DF(f.shipmethod) AS method FROM transactionline tl,
        transaction f, trackingnumbermap m, trackingnumber n
      WHERE f.id = tl.transaction AND f.type = 'ItemShip' AND m.transaction = f.id AND n.id = m.trackingnumber
        AND f.id = ${tracked?.id} ORDER BY n.trackingnumber`;
    const boxes = ((tracked?.package as { items: { packageTrackingNumber: string }[] } | undefined)?.items ?? []).map(
      ({ packageTrackingNumber }) => packageTrackingNumber,
    );
    expect(await rows(query)).toEqual(
      boxes.sort().map((trackingnumber) => ({
        orderid: tracked?.createdFrom?.id,
        id: tracked?.id,
        status: 'C',
        trackingnumber,
        shipdate: tracked?.tranDate,
        method: (tracked?.shipMethod as { refName: string } | undefined)?.refName,
      })),
    );
    const packages = await rows(
      `SELECT packagetrackingnumber FROM itemfulfillmentpackage WHERE itemfulfillment = ${tracked?.id} ORDER BY packagetrackingnumber`,
    );
    expect(packages.map(({ packagetrackingnumber }) => packagetrackingnumber)).toEqual(boxes);
    expect(
      await rows(`SELECT TO_CHAR(shippeddate, 'YYYY-MM-DD') AS day FROM itemfulfillment WHERE id = ${tracked?.id}`),
    ).toEqual([{ day: tracked?.tranDate }]);
  });

  test('invoices by the link of their lines, with what is unpaid', async () => {
    const open = invoices.find(({ amountRemaining }) => amountRemaining !== 0);
    const query = `SELECT DISTINCT l.previousdoc AS orderid, c.id AS id, c.tranid AS tranid, c.status AS status,
        TO_CHAR(c.duedate, 'YYYY-MM-DD') AS duedate, c.foreigntotal AS foreigntotal, c.foreignamountunpaid AS unpaid
      FROM PreviousTransactionLineLink l, transaction c
      WHERE c.id = l.nextdoc AND c.type = 'CustInvc' AND l.previousdoc IN (${open?.createdFrom?.id}) ORDER BY c.id`;
    expect(await rows(query)).toContainEqual({
      orderid: open?.createdFrom?.id,
      id: open?.id,
      tranid: open?.tranId,
      status: 'A',
      duedate: open?.dueDate,
      foreigntotal: String(open?.total),
      unpaid: String(open?.amountRemaining),
    });
  });
});

test('shipping, billing and paying move statuses and lines; a fulfillment does not move its order’s date (rest-facts, section 4)', async () => {
  const order = orders.find((each) => 'AB'.includes(letterOf(each)) && quantityLines(each).length > 1);
  const id = order?.id ?? '';
  const [first, ...rest] = quantityLines(order ?? { id });
  const read = async () => {
    const body = await control.getRecord('salesOrder', id);
    const [{ modified, lines } = {}] = await rows(
      `SELECT TO_CHAR(SYS_EXTRACT_UTC(t.lastmodifieddate), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS modified,
         TO_CHAR(SYS_EXTRACT_UTC(l.linelastmodifieddate), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS lines
       FROM transaction t, transactionline l WHERE l.transaction = t.id AND l.id = ${first?.line} AND t.id = ${id}`,
    );
    return { letter: letterOf(body), modified, lines };
  };
  const before = await read();
  await control.setClock(new Date('2026-06-10T09:00:00Z'), { frozen: true });
  const shipped = await control.fulfill(id, {
    quantities: { [String(first?.line)]: first?.quantity ?? 0 },
    packages: [{ packageTrackingNumber: 'T1' }, { packageTrackingNumber: 'T2' }],
  });
  expect(shipped.item?.items?.map(({ orderLine, quantity }) => [orderLine, quantity])).toEqual([
    [first?.line, first?.quantity],
  ]);
  expect(await read()).toEqual({ letter: 'E', modified: before.modified, lines: '2026-06-10T09:00:00Z' });
  await control.fulfill(id);
  expect((await read()).letter).toBe('F');
  await expect(control.fulfill(id)).rejects.toThrow('Nothing like that is left to fulfill.');
  const invoice = await control.bill(id);
  expect((await read()).letter).toBe('G');
  expect([invoice.total, invoice.item?.items?.length]).toEqual([order?.total, rest.length + 1]);
  expect(await control.pay(invoice.id, 1)).toMatchObject({ amountPaid: 1, status: { id: 'A' } });
  expect(await control.pay(invoice.id)).toMatchObject({
    amountRemaining: 0,
    status: { id: 'B', refName: 'Paid In Full' },
  });
  await control.reset();
});

// rest-facts, section 4 (status.id V).
test('a voided invoice is still there, with the status V and nothing due, and its date moves', async () => {
  const open = invoices.find(({ amountRemaining }) => amountRemaining !== 0);
  const select = (id = '') =>
    rows(`SELECT status, foreigntotal, foreignamountunpaid AS unpaid
      FROM transaction WHERE type = 'CustInvc' AND id = ${id}`);
  expect(await select(open?.id)).toMatchObject([{ status: 'A', unpaid: String(open?.amountRemaining) }]);
  await control.setClock(new Date('2026-06-10T09:00:00Z'), { frozen: true });
  const { status, lastModifiedDate } = await control.void(open?.id ?? '');
  expect([status, lastModifiedDate]).toEqual([{ id: 'V', refName: 'Voided' }, '2026-06-10T09:00:00Z']);
  expect(await select(open?.id)).toEqual([{ status: 'V', foreigntotal: '0', unpaid: '0' }]);
  await expect(control.void(open?.createdFrom?.id ?? '')).rejects.toThrow('There is no invoice');
  await control.reset();
});
