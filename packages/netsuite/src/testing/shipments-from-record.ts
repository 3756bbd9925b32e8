import type { FulfillmentRecord } from '../fulfillments/fulfillment-source.ts';
import type { Package } from '../fulfillments/packages.ts';
import type { InvoiceRecord } from '../invoices/invoice-source.ts';
import { type RecordBody, readDay, readDecimal, readId, readInstant, readText } from '../values/fields.ts';
import { readItems, readReference } from './record-fields.ts';

/*
 * Bodies of the record service (`GET /itemFulfillment/{id}`, `GET /invoice/{id}`) as the portal mirrors them: what tests
 * expect of the records read by SuiteQL.
 */

export function fulfillmentFromRecord(body: RecordBody): FulfillmentRecord {
  const method = readReference(body, 'shipMethod');
  return {
    ...common(body),
    shipDate: readDay(body, 'shippedDate') ?? readDay(body, 'tranDate'),
    methodId: method.id,
    methodName: method.name,
    carrier: readReference(body, 'shipCarrier').id,
    lines: readItems(body, 'item').map((line) => {
      const item = readReference(line, 'item');
      return { item: { id: item.id ?? '', refName: item.name ?? '' }, quantity: Number(line.quantity) };
    }),
    packages: ['', 'Ups', 'FedEx'].flatMap((carrier) => packagesOf(body, carrier)),
  };
}

function packagesOf(body: RecordBody, carrier: string): Package[] {
  const boxes = readItems(body, `package${carrier === 'FedEx' ? 'Fedex' : carrier}`).map((box): Package => {
    const trackingNumber = readText(box, `packageTrackingNumber${carrier}`)?.trim() || null;
    const weight = box[`packageWeight${carrier}`];
    const description = readText(box, 'packageDescr');
    return {
      ...(trackingNumber === null ? {} : { trackingNumber }),
      ...(weight === undefined ? {} : { weight: Number(weight) }),
      ...(description === null ? {} : { description }),
    };
  });
  return boxes.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

export function invoiceFromRecord(body: RecordBody): InvoiceRecord {
  const currency = readReference(body, 'currency');
  return {
    ...common(body),
    tranDate: readDay(body, 'tranDate'),
    dueDate: readDay(body, 'dueDate'),
    currencyId: currency.id,
    currencyName: currency.name,
    total: readDecimal(body, 'total'),
    openAmount: readDecimal(body, 'amountRemaining'),
  };
}

function common(body: RecordBody) {
  return {
    id: readId(body),
    orderId: readReference(body, 'createdFrom').id,
    customerId: readReference(body, 'entity').id,
    tranId: readText(body, 'tranId'),
    statusId: readReference(body, 'status').id,
    createdDate: readInstant(body, 'createdDate'),
    lastModifiedDate: readInstant(body, 'lastModifiedDate'),
  };
}
