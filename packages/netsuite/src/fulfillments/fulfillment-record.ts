/** A line of a fulfillment; `line` is the order's line, absent where NetSuite does not link them. */
export interface FulfillmentLine {
  readonly line?: number;
  readonly item?: { readonly id: string; readonly refName: string };
  readonly quantity: number;
}

/** A package; fields that NetSuite left out are absent. */
export interface Package {
  readonly trackingNumber?: string;
  readonly weight?: number;
  readonly description?: string;
}

/** A fulfillment as the portal mirrors it, in the forms of `OrderRecord`. */
export interface FulfillmentRecord {
  readonly id: string;
  /** The order; of a fulfillment of another transaction, such as a transfer, that one. */
  readonly orderId: string | null;
  readonly customerId: string | null;
  readonly tranId: string | null;
  /** A picked, B packed, C shipped. */
  readonly statusId: string | null;
  /** `itemfulfillment.shippeddate`, or else `trandate`. */
  readonly shipDate: string | null;
  readonly methodId: string | null;
  readonly methodName: string | null;
  /** `shipcarrier` as NetSuite has it: ups, fedex, nonups. */
  readonly carrier: string | null;
  readonly createdDate: string | null;
  readonly lastModifiedDate: string | null;
  /** By their own line. */
  readonly lines: readonly FulfillmentLine[];
  /** By tracking number, weight and description, so that reading twice gives the same. */
  readonly packages: readonly Package[];
}
