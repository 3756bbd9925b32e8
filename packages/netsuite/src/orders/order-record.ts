import type { CustomValues } from '../source/custom-fields.ts';
import type { OrderLine } from './order-lines.ts';
import type { OrderQuantities } from './order-quantities.ts';

/**
 * A sales order as the portal mirrors it: NetSuite's fields laid flat. Money is canonical decimal text, instants are ISO
 * 8601 UTC, days `YYYY-MM-DD`, texts exactly as they stand; null is what NetSuite left out.
 */
export interface OrderRecord extends OrderQuantities {
  readonly id: string;
  /** `entity` */
  readonly customerId: string | null;
  readonly customerName: string | null;
  readonly tranId: string | null;
  readonly memo: string | null;
  readonly otherRefNum: string | null;
  readonly email: string | null;
  readonly tranDate: string | null;
  readonly createdDate: string | null;
  readonly lastModifiedDate: string | null;
  readonly salesEffectiveDate: string | null;
  /** `shipdate`: day on which the order is expected to be shipped. */
  readonly expectedDate: string | null;
  /** NetSuite's letter, A to H. */
  readonly statusId: string | null;
  /** One of the seven statuses of the portal. */
  readonly statusName: string | null;
  readonly termsId: string | null;
  readonly termsName: string | null;
  readonly locationId: string | null;
  readonly locationName: string | null;
  readonly currencyId: string | null;
  readonly currencyName: string | null;
  /** `custbody_ns_project`, unless another field is configured. */
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly billAddress: string | null;
  readonly shipAddress: string | null;
  readonly subtotal: string | null;
  readonly total: string | null;
  /** `custbody_stc_tax_after_discount`, likewise. */
  readonly tax: string | null;
  /** Further `custbody_*` fields that are configured. */
  readonly customFields: CustomValues;
  readonly lines: readonly OrderLine[];
}
