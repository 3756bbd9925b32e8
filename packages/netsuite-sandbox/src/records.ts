import type { Decimal } from './exact-json.ts';

/** Features of the account. One that is off removes its columns, tables and fields (suiteql-facts, section 2). */
export type Feature = 'multiCurrency' | 'locations' | 'oneWorld' | 'projects' | 'priceLevels';

/** Transactions by the record service's name: SuiteQL's type, and the states by letter. */
export const transactionTypes = {
  salesOrder: {
    type: 'SalesOrd',
    statuses: {
      A: 'Pending Approval',
      B: 'Pending Fulfillment',
      C: 'Cancelled',
      D: 'Partially Fulfilled',
      E: 'Pending Billing/Partially Fulfilled',
      F: 'Pending Billing',
      G: 'Billed',
      H: 'Closed',
    },
  },
  itemFulfillment: { type: 'ItemShip', statuses: { A: 'Picked', B: 'Packed', C: 'Shipped' } },
  invoice: {
    type: 'CustInvc',
    statuses: { A: 'Open', B: 'Paid In Full', D: 'Pending Approval', E: 'Rejected', V: 'Voided' },
  },
} as const;

type TransactionType = keyof typeof transactionTypes;
export type RecordType = 'customer' | TransactionType;
export type StatusLetter = keyof typeof transactionTypes.salesOrder.statuses;

export const recordTypes = ['salesOrder', 'customer', 'itemFulfillment', 'invoice'] as const;

/** Whether records of the type are rows of SuiteQL's `transaction`. */
export const isTransaction = (type: RecordType): type is TransactionType => type !== 'customer';

/** The type of this name, in whatever case it is written. */
export function findRecordType(name: string): RecordType | undefined {
  return recordTypes.find((type) => type.toLowerCase() === name.toLowerCase());
}

/** The letter of a status in any of the forms in which records carry it: a letter, words, or `{ id }` of either. */
export function statusLetter(type: TransactionType, status: unknown): string | undefined {
  const id = typeof status === 'object' && status !== null && 'id' in status ? status.id : status;
  return Object.entries(transactionTypes[type].statuses).find(([letter, words]) => letter === id || words === id)?.[0];
}

export type FieldKind = 'text' | 'number' | 'date' | 'dateTime' | 'reference' | 'enumeration';

/** A column of SuiteQL with the record's field that it shows. */
export type Column = {
  column: string;
  field: string;
  kind: FieldKind;
  /** The type of record or list that a reference or enumeration leads to, under which its names are kept. */
  of: string | undefined;
  feature: Feature | undefined;
};

/** Columns in one text: `column=field:of@feature`, of which all but the column may be left out. */
function columns(kind: FieldKind, text: string): Column[] {
  return [...text.matchAll(/(\w+)(?:=(\w+))?(?::(\w+))?(?:@(\w+))?/g)].map(
    ([, column = '', field = column, of, feature]) => ({ column, field, kind, of, feature: feature as Feature }),
  );
}

/** Every column that shows one field of a record; fields that begin with `custbody` or `custentity` need no mention. */
export const described: Record<'transaction' | 'customer', readonly Column[]> = {
  transaction: [
    ...columns(
      'text',
      'tranid=tranId memo otherrefnum=otherRefNum email billaddress=billAddress shipaddress=shipAddress',
    ),
    ...columns(
      'date',
      'trandate=tranDate saleseffectivedate=salesEffectiveDate duedate=dueDate shippeddate=shippedDate shipdate=shipDate',
    ),
    ...columns('dateTime', 'createddate=createdDate lastmodifieddate=lastModifiedDate'),
    ...columns('reference', 'entity:customer terms:term currency:currency@multiCurrency location:location@locations'),
    ...columns('reference', 'employee=salesRep:employee subsidiary:subsidiary@oneWorld shipmethod=shipMethod:shipitem'),
    ...columns('number', 'exchangerate=exchangeRate@multiCurrency foreigntotal=total@multiCurrency subtotal'),
    ...columns('number', 'foreignamountpaid=amountPaid foreignamountunpaid=amountRemaining'),
    ...columns('enumeration', 'shipcarrier=shipCarrier:shipcarrier'),
  ],
  customer: [
    ...columns('text', 'entityid=entityId companyname=companyName email phone defaultaddress=defaultAddress'),
    ...columns('dateTime', 'datecreated=dateCreated lastmodifieddate=lastModifiedDate'),
    ...columns('reference', 'category:customercategory entitystatus=entityStatus:entitystatus terms:term'),
    ...columns('reference', 'currency:currency@multiCurrency pricelevel=priceLevel:pricelevel@priceLevels'),
    ...columns('reference', 'salesrep=salesRep:employee subsidiary:subsidiary@oneWorld'),
    ...columns('number', 'balancesearch=balance depositbalancesearch=depositBalance'),
    ...columns('number', 'overduebalancesearch=overdueBalance unbilledorderssearch=unbilledOrders'),
    ...columns('enumeration', 'language:language creditholdoverride=creditHoldOverride:creditholdoverride'),
  ],
};

/** The columns that show a record's fields. */
export function columnsOf(type: RecordType): readonly Column[] {
  return described[isTransaction(type) ? 'transaction' : 'customer'];
}

/** A reference to another record, or the value of an enumeration, which has no links. */
export type Reference = { links?: { rel: string; href: string }[]; id: string; refName?: string };

/** A reference with its link; hosts are added when it is answered. */
export function referenceTo(recordType: string, id: number | string, refName: string): Required<Reference> {
  const href = `/services/rest/record/v1/${recordType}/${id}`;
  return { links: [{ rel: 'self', href }], id: String(id), refName };
}

/** A line of an order, a fulfillment or an invoice. */
export type Line = {
  links?: Reference['links'];
  /** `transactionline.id` (rest-facts, section 3). */
  line?: number;
  /** The order's line that this one ships or bills. */
  orderLine?: number;
  item?: Reference | undefined;
  /** Kit, Group, EndGroup, Discount, Description; without one an inventory item. */
  itemType?: { id: string };
  /** Members of a kit, which only SuiteQL shows as lines. */
  members?: { item: Reference; quantity: number }[];
  description?: string;
  quantity?: Decimal;
  quantityFulfilled?: Decimal;
  quantityBilled?: Decimal;
  quantityBackOrdered?: Decimal;
  isClosed?: boolean;
  rate?: Decimal;
  amount?: Decimal;
};

export type Package = { packageTrackingNumber?: string; packageWeight?: number; packageDescr?: string };

type Fields<Name extends string, Value> = { [Field in Name]?: Value | undefined };

/**
 * A record as `GET …/{id}?expandSubResources=true` answers it; absent values are left out, times are ISO 8601. `described`
 * says what all other fields hold.
 */
export type RecordBody = { id: string; links?: Reference['links']; [field: string]: unknown } & Fields<
  'tranId' | 'tranDate' | 'dueDate' | 'createdDate' | 'lastModifiedDate' | 'entityId' | 'companyName',
  string
> &
  Fields<'entity' | 'terms' | 'location' | 'subsidiary' | 'salesRep' | 'createdFrom', Reference> &
  Fields<'subtotal' | 'taxTotal' | 'shippingCost' | 'total' | 'amountPaid' | 'amountRemaining', Decimal> & {
    status?: string | Reference;
    item?: { links?: []; totalResults?: number; items?: Line[] };
  };
