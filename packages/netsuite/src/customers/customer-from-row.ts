import { type CustomField, readCustomFields } from '../source/custom-fields.ts';
import type { Names } from '../source/names.ts';
import { type RecordBody, readDecimal, readId, readInstant, readText } from '../values/fields.ts';
import type { CustomerRecord } from './customer-record.ts';

/** What is read beside a customer's own row. */
export interface CustomerDetails {
  readonly defaultAddress: string | null;
  readonly subsidiaryId: string | null;
  readonly languageName: string | null;
}

/** Names of the three values of `creditHoldOverride`, as the record service gives them. */
const creditHoldNames: Readonly<Record<string, string>> = { AUTO: 'Auto', ON: 'On', OFF: 'Off' };

/** Maps a row of `customer-sql.ts` with its details. Throws a TypeError on a value that cannot be kept. */
export function customerFromRow(
  row: RecordBody,
  details: CustomerDetails,
  names: Names,
  fields: readonly CustomField[],
): CustomerRecord {
  const categoryId = readText(row, 'category');
  const entityStatusId = readText(row, 'entitystatus');
  const termsId = readText(row, 'terms');
  const currencyId = readText(row, 'currency');
  const priceLevelId = readText(row, 'pricelevel');
  const salesRepId = readText(row, 'salesrep');
  const creditHold = readText(row, 'creditholdoverride');
  return {
    id: readId(row),
    entityId: readText(row, 'entityid'),
    companyName: readText(row, 'companyname'),
    email: readText(row, 'email'),
    phone: readText(row, 'phone'),
    categoryId,
    categoryName: names.of('customercategory', categoryId),
    dateCreated: readInstant(row, 'datecreated'),
    lastModifiedDate: readInstant(row, 'lastmodifieddate'),
    entityStatusId,
    entityStatusName: names.of('entitystatus', entityStatusId),
    termsId,
    termsName: names.of('term', termsId),
    currencyId,
    currencyName: names.of('currency', currencyId),
    languageId: readText(row, 'language'),
    languageName: details.languageName,
    defaultAddress: details.defaultAddress,
    balance: readDecimal(row, 'balancesearch'),
    depositBalance: readDecimal(row, 'depositbalancesearch'),
    overdueBalance: readDecimal(row, 'overduebalancesearch'),
    unbilledOrders: readDecimal(row, 'unbilledorderssearch'),
    creditHoldOverrideId: creditHold,
    creditHoldOverrideName: creditHold === null ? null : (creditHoldNames[creditHold] ?? creditHold),
    priceLevelId,
    priceLevelName: names.of('pricelevel', priceLevelId),
    subsidiaryId: details.subsidiaryId,
    subsidiaryName: names.of('subsidiary', details.subsidiaryId),
    salesRepId,
    salesRepName: names.of('employee', salesRepId),
    customFields: readCustomFields(fields, row),
  };
}
