import { afterAll, describe, expect, test } from 'vitest';
import { type RecordType, type Reference, statusLetter } from '../records.ts';
import { itemsOf, startTestSandbox } from '../testing/test-sandbox.ts';

const set = { orders: 400, customers: 40, seed: 11 };
const sandbox = await startTestSandbox({ data: { generate: set } });
afterAll(() => sandbox.stop());

type Row = Record<string, string>;

async function rows(query: string): Promise<Row[]> {
  return itemsOf(await sandbox.query(query)) as Row[];
}

const records = (type: RecordType) => sandbox.control.listRecords(type);

const utc = (column: string) => `TO_CHAR(SYS_EXTRACT_UTC(${column}), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const day = (column: string) => `TO_CHAR(${column}, 'YYYY-MM-DD')`;
const named = (columns: string) =>
  columns
    .split(' ')
    .flatMap((column) => [column, `BUILTIN.DF(${column}) AS ${column}_name`])
    .join(', ');
const text = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));
const pair = (name: string, value: unknown) => {
  const { id, refName } = (value ?? {}) as Partial<Reference>;
  return { [name]: id, [`${name}_name`]: refName };
};

/** The column of a table by its key, where there is one. */
async function lookUp(table: string, key: string, column: string): Promise<(value: unknown) => string | undefined> {
  const found = await rows(`SELECT ${key} AS key, ${column} AS value FROM ${table} ORDER BY ${key}`);
  const byKey = new Map(found.map((row) => [row.key, row.value]));
  return (value) => byKey.get(String(value));
}

/** Fields that are there. */
function present(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== undefined && name !== 'links'));
}

describe('the record service and SuiteQL', () => {
  test('agree on every field of every order', async () => {
    await sandbox.control.change({
      columns: {
        'transaction.saleseffectivedate': 'shown',
        'transaction.subtotal': 'shown',
        'transaction.location': 'shown',
      },
    });
    const found = await rows(
      `SELECT t.id, tranid, memo, otherrefnum, email, ${day('trandate')} AS trandate, ${utc('createddate')} AS createddate,
         ${utc('lastmodifieddate')} AS lastmodifieddate, ${day('saleseffectivedate')} AS saleseffectivedate, foreigntotal, subtotal,
         exchangerate, custbody_stc_tax_after_discount, status, ${named('entity terms currency location employee custbody_ns_project')},
         billingaddress, shippingaddress
       FROM transaction t WHERE t.type = 'SalesOrd' ORDER BY t.id`,
    );
    const billing = await lookUp('transactionbillingaddress', 'nkey', 'addrtext');
    const shipping = await lookUp('transactionshippingaddress', 'nkey', 'addrtext');
    const orders = await records('salesOrder');
    expect(orders.length).toBe(set.orders);
    for (const [index, order] of orders.entries()) {
      const letter = statusLetter('salesOrder', order.status);
      const { billingaddress, shippingaddress, ...row } = found[index] ?? {};
      const addresses = { billaddress: billing(billingaddress), shipaddress: shipping(shippingaddress) };
      expect(present({ ...row, ...addresses })).toEqual(
        present({
          id: order.id,
          tranid: order.tranId,
          memo: order.memo,
          otherrefnum: order.otherRefNum,
          email: order.email,
          trandate: order.tranDate,
          createddate: order.createdDate,
          lastmodifieddate: order.lastModifiedDate,
          saleseffectivedate: order.salesEffectiveDate,
          foreigntotal: text(order.total),
          subtotal: text(order.subtotal),
          exchangerate: text(order.exchangeRate),
          custbody_stc_tax_after_discount: text(order.custbody_stc_tax_after_discount),
          status: letter,
          ...pair('entity', order.entity),
          ...pair('terms', order.terms),
          ...pair('currency', order.currency),
          ...pair('location', order.location),
          ...pair('employee', order.salesRep),
          ...pair('custbody_ns_project', order.custbody_ns_project),
          billaddress: order.billAddress,
          shipaddress: order.shipAddress,
        }),
      );
    }
  });

  // suiteql-facts, section 3 (nazir99/nsq): lines are negative, and main, tax and shipping lines stand beside the articles.
  test('agree on the lines, which make up subtotal, tax and total', async () => {
    const orders = await records('salesOrder');
    for (let start = 0; start < orders.length; start += 100) {
      const some = orders.slice(start, start + 100);
      const lines = await rows(
        `SELECT transaction, id, mainline, taxline, itemtype, item, BUILTIN.DF(item) AS item_name, quantity, rate, foreignamount, kitcomponent
         FROM transactionline WHERE transaction IN (${some.map(({ id }) => id).join(', ')}) ORDER BY transaction, id`,
      );
      for (const order of some) {
        const own = lines.filter(({ transaction }) => transaction === order.id);
        const sum = (test: (line: Row) => boolean) =>
          Math.round(
            own.filter(test).reduce((total, { foreignamount }) => total - Number(foreignamount ?? 0) * 100, 0),
          ) / 100;
        expect({
          total: -sum(({ mainline }) => mainline === 'T'),
          subtotal: sum(
            ({ mainline, taxline, itemtype }) => mainline === 'F' && taxline === 'F' && itemtype !== 'ShipItem',
          ),
          taxTotal: sum(({ taxline }) => taxline === 'T') || 0,
          shippingCost: sum(({ itemtype }) => itemtype === 'ShipItem') || 0,
        }).toEqual({
          total: order.total,
          subtotal: order.subtotal,
          taxTotal: order.taxTotal,
          shippingCost: order.shippingCost,
        });
        // Members of kits are lines in SuiteQL alone (suiteql-facts, section 3: kitcomponent, kitmemberof).
        expect(
          own
            .filter(
              (line) =>
                line.mainline === 'F' &&
                line.kitcomponent === 'F' &&
                line.taxline === 'F' &&
                line.itemtype !== 'ShipItem',
            )
            .map((line) => [
              line.id,
              line.itemtype,
              line.item,
              line.item_name,
              line.quantity && -Number(line.quantity),
              line.rate && Number(line.rate),
            ]),
        ).toEqual(
          order.item?.items?.map(({ line, itemType, item, quantity, rate }) => [
            String(line),
            itemType?.id ?? 'InvtPart',
            item?.id,
            item?.refName,
            quantity,
            rate,
          ]),
        );
      }
    }
  });

  test('agree on every field of every customer', async () => {
    const found = await rows(
      `SELECT c.id, entityid, companyname, email, phone, ${utc('datecreated')} AS datecreated, ${utc('lastmodifieddate')} AS lastmodifieddate,
         balancesearch, depositbalancesearch, overduebalancesearch, unbilledorderssearch, defaultbillingaddress,
         ${named('category entitystatus terms currency language pricelevel salesrep creditholdoverride')}
       FROM customer c ORDER BY c.id`,
    );
    const address = await lookUp('entityaddress', 'nkey', 'addrtext');
    const subsidiary = await lookUp('customersubsidiaryrelationship', 'entity', 'subsidiary');
    const subsidiaryName = await lookUp('customersubsidiaryrelationship', 'entity', 'BUILTIN.DF(subsidiary)');
    const customers = await records('customer');
    expect(customers.length).toBe(set.customers);
    for (const [index, customer] of customers.entries()) {
      const { defaultbillingaddress, ...row } = found[index] ?? {};
      const elsewhere = {
        defaultaddress: address(defaultbillingaddress),
        subsidiary: subsidiary(customer.id),
        subsidiary_name: subsidiaryName(customer.id),
      };
      expect(present({ ...row, ...elsewhere })).toEqual(
        present({
          id: customer.id,
          entityid: customer.entityId,
          companyname: customer.companyName,
          email: customer.email,
          phone: customer.phone,
          datecreated: customer.dateCreated,
          lastmodifieddate: customer.lastModifiedDate,
          balancesearch: text(customer.balance),
          depositbalancesearch: text(customer.depositBalance),
          overduebalancesearch: text(customer.overdueBalance),
          unbilledorderssearch: text(customer.unbilledOrders),
          defaultaddress: customer.defaultAddress,
          ...pair('category', customer.category),
          ...pair('entitystatus', customer.entityStatus),
          ...pair('terms', customer.terms),
          ...pair('currency', customer.currency),
          ...pair('language', customer.language),
          ...pair('pricelevel', customer.priceLevel),
          ...pair('salesrep', customer.salesRep),
          ...pair('creditholdoverride', customer.creditHoldOverride),
          ...pair('subsidiary', customer.subsidiary),
        }),
      );
    }
  });
});
