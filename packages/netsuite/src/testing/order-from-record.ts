import { statusLetter } from '@portal/netsuite-sandbox/records';
import type { OrderLine } from '../orders/order-lines.ts';
import type { OrderRecord } from '../orders/order-source.ts';
import { orderStatusName } from '../orders/order-status.ts';
import { type RecordBody, readDay, readDecimal, readId, readInstant, readText } from '../values/fields.ts';
import { readItems, readReference } from './record-fields.ts';

/** Maps a body of the record service (`GET /salesOrder/{id}`): what a test expects of the order read by SuiteQL. */
export function orderFromRecord(body: RecordBody): OrderRecord {
  const customer = readReference(body, 'entity');
  const statusId = statusLetter('salesOrder', body.status) ?? null;
  const terms = readReference(body, 'terms');
  const location = readReference(body, 'location');
  const currency = readReference(body, 'currency');
  const project = readReference(body, 'custbody_ns_project');
  return {
    id: readId(body),
    customerId: customer.id,
    customerName: customer.name,
    tranId: readText(body, 'tranId'),
    memo: readText(body, 'memo'),
    otherRefNum: readText(body, 'otherRefNum'),
    email: readText(body, 'email'),
    tranDate: readDay(body, 'tranDate'),
    createdDate: readInstant(body, 'createdDate'),
    lastModifiedDate: readInstant(body, 'lastModifiedDate'),
    salesEffectiveDate: readDay(body, 'salesEffectiveDate'),
    expectedDate: readDay(body, 'shipDate'),
    statusId,
    statusName: orderStatusName(statusId),
    termsId: terms.id,
    termsName: terms.name,
    locationId: location.id,
    locationName: location.name,
    currencyId: currency.id,
    currencyName: currency.name,
    projectId: project.id,
    projectName: project.name,
    billAddress: readText(body, 'billAddress'),
    shipAddress: readText(body, 'shipAddress'),
    subtotal: readDecimal(body, 'subtotal'),
    total: readDecimal(body, 'total'),
    tax: readDecimal(body, 'custbody_stc_tax_after_discount'),
    customFields: null,
    ...quantitiesFromRecord(body),
    lines: linesFromRecord(body),
  };
}

/** In whole units or cents, which all generated quantities are. */
function quantitiesFromRecord(body: RecordBody): Pick<OrderRecord, 'ordered' | 'shipped' | 'backordered'> {
  const items = readItems(body, 'item');
  const notShipped = ['Group', 'EndGroup', 'Discount', 'Description'];
  const isShipped = (line: RecordBody) =>
    !notShipped.includes((line.itemType as { id?: string } | undefined)?.id ?? '') && Number(line.quantity ?? 0) >= 0;
  const lines = items.filter(isShipped);
  const of = (line: RecordBody, name: string) => {
    const value = line[name];
    return value === undefined || value === null ? undefined : Number(value);
  };
  const sum = (values: (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    return known.length === 0 ? null : String(known.reduce((total, value) => total + Math.round(value * 100), 0) / 100);
  };
  const isClosed = (line: RecordBody) => line.isClosed === true;
  return {
    ordered: sum(lines.map((line) => of(line, isClosed(line) ? 'quantityFulfilled' : 'quantity'))),
    shipped: sum(lines.map((line) => of(line, 'quantityFulfilled'))),
    backordered: sum(lines.filter((line) => !isClosed(line)).map((line) => of(line, 'quantityBackOrdered'))),
  };
}

function linesFromRecord(body: RecordBody): OrderLine[] {
  // The end of a group repeats its sum: a line of the form, not of the order.
  const isLine = (line: RecordBody) => (line.itemType as { id?: string } | undefined)?.id !== 'EndGroup';
  return readItems(body, 'item')
    .filter(isLine)
    .map((line) => {
      const item = readReference(line, 'item');
      return {
        line: Number(line.line),
        itemId: item.id,
        itemName: item.name,
        description: readText(line, 'description'),
        quantity: readDecimal(line, 'quantity'),
        quantityShipped: readDecimal(line, 'quantityFulfilled'),
        quantityBilled: readDecimal(line, 'quantityBilled'),
        quantityBackordered: readDecimal(line, 'quantityBackOrdered'),
        isClosed: line.isClosed === true,
        rate: readDecimal(line, 'rate'),
        amount: readDecimal(line, 'amount'),
      };
    });
}
