import type { CustomerRecord } from '../customers/customer-source.ts';
import { type RecordBody, readDecimal, readId, readInstant, readText } from '../values/fields.ts';
import { readReference } from './record-fields.ts';

/** Maps a body of the record service (`GET /customer/{id}`). Throws a TypeError on a value that cannot be kept. */
export function customerFromRecord(body: RecordBody): CustomerRecord {
  const reference = (name: string) => readReference(body, name);
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
    defaultAddress: readText(body, 'defaultAddress'),
    balance: readDecimal(body, 'balance'),
    depositBalance: readDecimal(body, 'depositBalance'),
    overdueBalance: readDecimal(body, 'overdueBalance'),
    unbilledOrders: readDecimal(body, 'unbilledOrders'),
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
