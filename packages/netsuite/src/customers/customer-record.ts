import type { CustomValues } from '../source/custom-fields.ts';

/**
 * A customer as the portal mirrors it: NetSuite's fields laid flat. Money is canonical decimal text, instants are ISO 8601
 * UTC, texts exactly as they stand; null is what NetSuite left out.
 */
export interface CustomerRecord {
  readonly id: string;
  readonly entityId: string | null;
  readonly companyName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly categoryId: string | null;
  readonly categoryName: string | null;
  readonly dateCreated: string | null;
  readonly lastModifiedDate: string | null;
  readonly entityStatusId: string | null;
  readonly entityStatusName: string | null;
  readonly termsId: string | null;
  readonly termsName: string | null;
  readonly currencyId: string | null;
  readonly currencyName: string | null;
  readonly languageId: string | null;
  readonly languageName: string | null;
  readonly defaultAddress: string | null;
  readonly balance: string | null;
  readonly depositBalance: string | null;
  readonly overdueBalance: string | null;
  readonly unbilledOrders: string | null;
  readonly creditHoldOverrideId: string | null;
  readonly creditHoldOverrideName: string | null;
  readonly priceLevelId: string | null;
  readonly priceLevelName: string | null;
  readonly subsidiaryId: string | null;
  readonly subsidiaryName: string | null;
  readonly salesRepId: string | null;
  readonly salesRepName: string | null;
  /** `custentity_*` fields that are configured. */
  readonly customFields: CustomValues;
}
