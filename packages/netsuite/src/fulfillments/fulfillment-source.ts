import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import { type Detail, type ReadContext, readDetails } from '../source/details.ts';
import { dayOf, instant, named, text, type ValuesOf } from '../source/fields.ts';
import { createRecordSource, type PartsOf, type RecordOf, type RecordSource, textsOf } from '../source/record-kind.ts';
import { readDay, readStatusLetter } from '../values/fields.ts';
import { lineDetail, linkDetail, readFulfillmentLines } from './fulfillment-lines.ts';
import { packageDetails, readPackages } from './packages.ts';

const fields = {
  tranId: text('tranid'),
  customerId: text('entity'),
  /** `itemfulfillment.shippeddate`, or else this. */
  shipDate: dayOf('trandate'),
  method: named('shipmethod', 'shipitem'),
  /** As NetSuite has it: ups, fedex, nonups. */
  carrier: text('shipcarrier'),
  createdDate: instant('createddate'),
  lastModifiedDate: instant('lastmodifieddate'),
};

/** A fulfillment as the portal mirrors it, in the forms of `OrderRecord`. */
export type FulfillmentRecord = RecordOf<typeof fields, PartsOf<typeof readParts>>;

/** The subtype table, which has a ship date of its own. */
const subtype: Detail = {
  table: 'itemfulfillment',
  key: 'id',
  required: ['id', 'shippeddate'],
  days: ['shippeddate'],
};

/** Fulfillments with their packages (suiteql-facts, section 4). */
export function createFulfillmentSource(client: NetsuiteClient): RecordSource<FulfillmentRecord> {
  return createRecordSource(client, {
    recordType: 'itemFulfillment',
    type: 'ItemShip',
    fields,
    also: ['status'],
    custom: [],
    configuration: [],
    details: [subtype, lineDetail, linkDetail, ...packageDetails],
    needs: ['iscogs', 'donotdisplayline', 'kitmemberof'],
    readParts,
  });
}

async function readParts(context: ReadContext, rows: readonly SuiteqlRow[]) {
  const ids = textsOf(rows, 'id');
  const [subtypeOf, linksOf, packagesOf] = await Promise.all([
    readDetails(context, subtype, ids),
    readDetails(context, linkDetail, ids),
    readPackages(context, ids),
  ]);
  // Last, as the lines of orders.
  const linesOf = await readFulfillmentLines(context, ids, linksOf);
  return (row: SuiteqlRow, { id, shipDate }: ValuesOf<typeof fields> & { id: string }) => ({
    ...linesOf(id),
    /** A picked, B packed, C shipped. */
    statusId: readStatusLetter(row),
    shipDate: readDay(subtypeOf(id)[0] ?? {}, 'shippeddate') ?? shipDate,
    /** By tracking number, weight and description, so that reading twice gives the same. */
    packages: packagesOf(id),
  });
}
