import { negate } from '../values/decimal.ts';
import {
  type RecordBody,
  readDay,
  readDecimal,
  readField,
  readId,
  readInstant,
  readNamed,
  readText,
} from '../values/fields.ts';
import type { OrderRecord } from './order-record.ts';
import { toOrderStatus } from './order-status.ts';

/**
 * Maps a row of the query in `order-sql.ts`, with addresses and the sum of its lines (`linesum`, sales negative) beside
 * its own columns. Gives the same as `orderFromRecord` of the same order. Throws a TypeError on a value that cannot be
 * kept.
 *
 * Written out beside that one, since rows are many and a name to the letter is read quickest.
 */
export function orderFromSuiteql(row: RecordBody): OrderRecord {
  const customer = readNamed(row, 'entity', 'entityname');
  const status = toOrderStatus(readField(row, 'status'));
  const terms = readNamed(row, 'terms', 'termsname');
  const location = readNamed(row, 'location', 'locationname');
  const currency = readNamed(row, 'currency', 'currencyname');
  const project = readNamed(row, 'project', 'projectname');
  return {
    id: readId(row),
    customerId: customer.id,
    customerName: customer.name,
    tranId: readText(row, 'tranid'),
    memo: readText(row, 'memo'),
    otherRefNum: readText(row, 'otherrefnum'),
    email: readText(row, 'email'),
    tranDate: readDay(row, 'trandate'),
    createdDate: readInstant(row, 'createddate'),
    lastModifiedDate: readInstant(row, 'lastmodifieddate'),
    salesEffectiveDate: readDay(row, 'saleseffectivedate'),
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
    billAddress: readText(row, 'billaddress'),
    shipAddress: readText(row, 'shipaddress'),
    subtotal: readDecimal(row, 'subtotal') ?? subtotalOfLines(row),
    total: readDecimal(row, 'foreigntotal'),
    tax: readDecimal(row, 'tax'),
  };
}

/** SuiteQL adds the lines up itself, so that no float is involved. */
function subtotalOfLines(row: RecordBody): string | null {
  const sum = readText(row, 'linesum');
  return sum === null ? null : negate(sum);
}
