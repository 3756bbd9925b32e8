import { type CustomField, readCustomFields } from '../source/custom-fields.ts';
import type { Names } from '../source/names.ts';
import { type RecordBody, readDay, readDecimal, readField, readId, readInstant, readText } from '../values/fields.ts';
import type { OrderLines } from './order-lines.ts';
import type { OrderRecord } from './order-record.ts';
import { toOrderStatus } from './order-status.ts';

/** What is read beside an order's own row. */
export interface OrderDetails {
  /** The row of the subtype table `salesorder`. */
  readonly subtype: RecordBody;
  readonly billAddress: string | null;
  readonly shipAddress: string | null;
  readonly orderLines: OrderLines;
}

/** Maps a row of `order-sql.ts` with its details. Throws a TypeError on a value that cannot be kept. */
export function orderFromRow(
  row: RecordBody,
  details: OrderDetails,
  names: Names,
  fields: readonly CustomField[],
): OrderRecord {
  const { subtype, orderLines } = details;
  const customerId = readText(row, 'entity');
  const status = toOrderStatus(readField(row, 'status'));
  const termsId = readText(row, 'terms');
  const locationId = readText(row, 'location') ?? readText(subtype, 'location') ?? orderLines.locationId;
  const currencyId = readText(row, 'currency');
  const projectId = readText(row, 'project');
  return {
    id: readId(row),
    customerId,
    customerName: names.of('customer', customerId),
    tranId: readText(row, 'tranid'),
    memo: readText(row, 'memo'),
    otherRefNum: readText(row, 'otherrefnum'),
    email: readText(row, 'email'),
    tranDate: readDay(row, 'trandate'),
    createdDate: readInstant(row, 'createddate'),
    lastModifiedDate: readInstant(row, 'lastmodifieddate'),
    salesEffectiveDate: readDay(row, 'saleseffectivedate') ?? readDay(subtype, 'saleseffectivedate'),
    expectedDate: readDay(row, 'shipdate'),
    statusId: status.id,
    statusName: status.name,
    termsId,
    termsName: names.of('term', termsId),
    locationId,
    locationName: names.of('location', locationId),
    currencyId,
    currencyName: names.of('currency', currencyId),
    projectId,
    projectName: names.of('job', projectId),
    billAddress: details.billAddress,
    shipAddress: details.shipAddress,
    subtotal: orderLines.subtotal,
    total: readDecimal(row, 'total'),
    tax: readDecimal(row, 'tax'),
    ...orderLines.quantities,
    customFields: readCustomFields(fields, row),
    lines: orderLines.lines,
  };
}
