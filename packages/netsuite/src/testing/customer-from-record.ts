import type { CustomerRecord } from '../customers/customer-record.ts';
import {
  type RecordBody,
  type Reference,
  readDecimal,
  readId,
  readInstant,
  readNamed,
  readReference,
  readText,
} from '../values/fields.ts';

/** Maps a body of the record service (`GET /customer/{id}`). Throws a TypeError on a value that cannot be kept. */
export function customerFromRecord(body: RecordBody): CustomerRecord {
  return toCustomer(body, (name) => readReference(body, name), {
    defaultAddress: 'defaultAddress',
    balance: 'balance',
    depositBalance: 'depositBalance',
    overdueBalance: 'overdueBalance',
    unbilledOrders: 'unbilledOrders',
  });
}

/**
 * Maps a row of the query in `customer-sql.ts`, with its address and subsidiary beside its own columns. Gives the same as
 * `customerFromRecord` of the same customer.
 */
export function customerFromSuiteql(row: RecordBody): CustomerRecord {
  return toCustomer(row, (name) => readNamed(row, name, `${name.toLowerCase()}name`), {
    defaultAddress: 'defaultaddress',
    balance: 'balancesearch',
    depositBalance: 'depositbalancesearch',
    overdueBalance: 'overduebalancesearch',
    unbilledOrders: 'unbilledorderssearch',
  });
}

type Amounts = 'balance' | 'depositBalance' | 'overdueBalance' | 'unbilledOrders';

/** The two forms differ in how they represent a reference and in the names of a few fields. */
function toCustomer(
  body: RecordBody,
  reference: (name: string) => Reference,
  named: Record<'defaultAddress' | Amounts, string>,
): CustomerRecord {
  const category = reference('category');
  const entityStatus = reference('entityStatus');
  const terms = reference('terms');
  const currency = reference('currency');
  const language = reference('language');
  const creditHoldOverride = reference('creditHoldOverride');
  const priceLevel = reference('priceLevel');
  const subsidiary = reference('subsidiary');
  const salesRep = reference('salesRep');
  return {
    id: readId(body),
    entityId: readText(body, 'entityId'),
    companyName: readText(body, 'companyName'),
    email: readText(body, 'email'),
    phone: readText(body, 'phone'),
    categoryId: category.id,
    categoryName: category.name,
    dateCreated: readInstant(body, 'dateCreated'),
    lastModifiedDate: readInstant(body, 'lastModifiedDate'),
    entityStatusId: entityStatus.id,
    entityStatusName: entityStatus.name,
    termsId: terms.id,
    termsName: terms.name,
    currencyId: currency.id,
    currencyName: currency.name,
    languageId: language.id,
    languageName: language.name,
    defaultAddress: readText(body, named.defaultAddress),
    balance: readDecimal(body, named.balance),
    depositBalance: readDecimal(body, named.depositBalance),
    overdueBalance: readDecimal(body, named.overdueBalance),
    unbilledOrders: readDecimal(body, named.unbilledOrders),
    creditHoldOverrideId: creditHoldOverride.id,
    creditHoldOverrideName: creditHoldOverride.name,
    priceLevelId: priceLevel.id,
    priceLevelName: priceLevel.name,
    subsidiaryId: subsidiary.id,
    subsidiaryName: subsidiary.name,
    salesRepId: salesRep.id,
    salesRepName: salesRep.name,
    customFields: null,
  };
}
