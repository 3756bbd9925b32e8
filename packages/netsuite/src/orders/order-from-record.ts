import {
  type RecordBody,
  readDay,
  readDecimal,
  readField,
  readId,
  readInstant,
  readReference,
  readText,
} from '../values/fields.ts';
import type { OrderRecord } from './order-record.ts';
import { toOrderStatus } from './order-status.ts';

/** Maps a body of the record service (`GET /salesOrder/{id}`). Throws a TypeError on a value that cannot be kept. */
export function orderFromRecord(body: RecordBody): OrderRecord {
  const customer = readReference(body, 'entity');
  const status = toOrderStatus(readField(body, 'status'));
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
    statusId: status.id,
    statusName: status.name,
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
  };
}
