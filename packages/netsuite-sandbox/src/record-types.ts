import type { Decimal } from './exact-json.ts';

/** The two kinds of record that the sandbox holds, as the record service names them. */
export type RecordType = 'salesOrder' | 'customer';

export const recordTypes: readonly RecordType[] = ['salesOrder', 'customer'];

/** The type of this name, in whatever case it is written. */
export function findRecordType(name: string): RecordType | undefined {
  return recordTypes.find((type) => type.toLowerCase() === name.toLowerCase());
}

type Links = { rel: string; href: string }[];

/** A reference to another record. */
export type Reference = { links?: Links; id: string; refName?: string };

/** An enumeration's value. */
export type Enumeration = { id: string; refName?: string };

export type OrderLine = {
  links?: Links;
  line?: number;
  item?: Reference;
  description?: string;
  quantity?: Decimal;
  quantityFulfilled?: Decimal;
  quantityBilled?: Decimal;
  quantityBackOrdered?: Decimal;
  isClosed?: boolean;
  rate?: Decimal;
  amount?: Decimal;
};

/** A record as `GET …/{id}?expandSubResources=true` answers it; absent values are left out. */
export type RecordBody = { links?: Links; id: string; [field: string]: unknown };

/** Fields of which any may be absent. */
type Fields<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

export type SalesOrder = RecordBody &
  Fields<{
    tranId: string;
    memo: string;
    otherRefNum: string;
    /** `2024-07-04` */
    tranDate: string;
    salesEffectiveDate: string;
    /** `2024-07-04T16:36:00Z` */
    createdDate: string;
    lastModifiedDate: string;
    entity: Reference;
    email: string;
    /** Comes as a letter, as a letter with words, or as words. */
    status: string | Enumeration;
    terms: Reference;
    location: Reference;
    currency: Reference;
    subsidiary: Reference;
    salesRep: Reference;
    exchangeRate: Decimal;
    custbody_ns_project: Reference;
    custbody_stc_tax_after_discount: Decimal;
    billAddress: string;
    shipAddress: string;
    subtotal: Decimal;
    taxTotal: Decimal;
    shippingCost: Decimal;
    total: Decimal;
    item: { items?: OrderLine[] };
  }>;

export type Customer = RecordBody &
  Fields<{
    entityId: string;
    companyName: string;
    email: string;
    phone: string;
    category: Reference;
    dateCreated: string;
    lastModifiedDate: string;
    entityStatus: Reference;
    terms: Reference;
    currency: Reference;
    language: Enumeration;
    defaultAddress: string;
    balance: Decimal;
    depositBalance: Decimal;
    overdueBalance: Decimal;
    unbilledOrders: Decimal;
    creditHoldOverride: Enumeration;
    priceLevel: Reference;
    subsidiary: Reference;
    salesRep: Reference;
  }>;
