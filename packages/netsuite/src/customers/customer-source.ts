import type { NetsuiteClient, SuiteqlRow } from '../client/netsuite-client.ts';
import { type CustomField, configurationOf, readCustomFields } from '../source/custom-fields.ts';
import { type Detail, type ReadContext, readDetails } from '../source/details.ts';
import { decimal, instant, named, text, type ValuesOf } from '../source/fields.ts';
import { type Names, readShownNames } from '../source/names.ts';
import { createRecordSource, type PartsOf, type RecordOf, type RecordSource, textsOf } from '../source/record-kind.ts';
import { readText } from '../values/fields.ts';

const fields = {
  entityId: text('entityid'),
  companyName: text('companyname'),
  email: text('email'),
  phone: text('phone'),
  category: named('category', 'customercategory'),
  dateCreated: instant('datecreated'),
  lastModifiedDate: instant('lastmodifieddate'),
  entityStatus: named('entitystatus', 'entitystatus'),
  terms: named('terms', 'term'),
  currency: named('currency', 'currency'),
  balance: decimal('balancesearch'),
  depositBalance: decimal('depositbalancesearch'),
  overdueBalance: decimal('overduebalancesearch'),
  unbilledOrders: decimal('unbilledorderssearch'),
  priceLevel: named('pricelevel', 'pricelevel'),
  salesRep: named('salesrep', 'employee'),
};

/** A customer as the portal mirrors it, in the forms of `OrderRecord`. */
export type CustomerRecord = RecordOf<typeof fields, PartsOf<typeof readParts>>;

const address: Detail = { table: 'entityaddress', key: 'nkey', required: ['nkey', 'addrtext'] };
/** A customer shared between subsidiaries has a row for each; `isprimarysub` marks its own one where it exists. */
const subsidiary: Detail = {
  table: 'customersubsidiaryrelationship',
  key: 'entity',
  required: ['entity', 'subsidiary'],
  optional: ['isprimarysub'],
  order: ['subsidiary'],
  names: { subsidiary: 'subsidiary' },
};

/** Names of the three values of `creditHoldOverride`, as the record service gives them. */
const creditHoldNames: Readonly<Record<string, string>> = { AUTO: 'Auto', ON: 'On', OFF: 'Off' };

/** Customers by SuiteQL. */
export function createCustomerSource(
  client: NetsuiteClient,
  custom: readonly CustomField[] = [],
): RecordSource<CustomerRecord> {
  return createRecordSource(client, {
    recordType: 'customer',
    type: null,
    fields,
    also: ['language', 'creditholdoverride', 'defaultbillingaddress'],
    custom,
    configuration: configurationOf(custom),
    details: [address, subsidiary],
    readParts: (context, rows) => readParts(context, custom, rows),
  });
}

/** Reads addresses, subsidiaries and languages, in parallel. */
async function readParts(context: ReadContext, custom: readonly CustomField[], rows: readonly SuiteqlRow[]) {
  const { client, names, call } = context;
  const ids = textsOf(rows, 'id');
  if (context.columns.has('customer.language') && !languagesByReader.has(names)) {
    const read = readShownNames(client, { table: 'customer', column: 'language' }, 'all', call);
    languagesByReader.set(names, read);
    // A failure is this page's alone: the next one asks again.
    read.catch(() => languagesByReader.delete(names));
  }
  const [addressOf, subsidiariesOf, languages] = await Promise.all([
    readDetails(context, address, textsOf(rows, 'defaultbillingaddress')),
    readDetails(context, subsidiary, ids),
    languagesByReader.get(names),
  ]);
  // A role may see one of the others alone, and of several without a mark none is known to be the customer's own.
  const subsidiaryOf = (id: string | null) => {
    const [own = {}, ...others] = subsidiariesOf(id).filter((row) => readText(row, 'isprimarysub') !== 'F');
    return others.length === 0 ? readText(own, 'subsidiary') : null;
  };
  const languageIds = textsOf(rows, 'language').filter((id) => id !== null);
  await names.take('language', new Map(languageIds.map((id) => [id, languages?.get(id) ?? null])));
  await names.load({ subsidiary: ids.map(subsidiaryOf) }, call);
  return (row: SuiteqlRow, { id, companyName, entityId }: ValuesOf<typeof fields> & { id: string }) => {
    names.add('customer', id, companyName ?? entityId ?? id);
    const languageId = readText(row, 'language');
    const creditHold = readText(row, 'creditholdoverride');
    const subsidiaryId = subsidiaryOf(id);
    return {
      languageId,
      languageName: names.of('language', languageId),
      defaultAddress: readText(addressOf(readText(row, 'defaultbillingaddress'))[0] ?? {}, 'addrtext'),
      creditHoldOverrideId: creditHold,
      creditHoldOverrideName: creditHold === null ? null : (creditHoldNames[creditHold] ?? creditHold),
      subsidiaryId,
      subsidiaryName: names.of('subsidiary', subsidiaryId),
      /** `custentity_*` fields that are configured. */
      customFields: readCustomFields(custom, row),
    };
  };
}

/** The languages in use with their names, by reader: an enumeration without a table. */
const languagesByReader = new WeakMap<Names, ReturnType<typeof readShownNames>>();
