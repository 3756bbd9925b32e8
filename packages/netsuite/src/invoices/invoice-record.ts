/** An invoice as the portal mirrors it, in the forms of `OrderRecord`; amounts are in the invoice's currency. */
export interface InvoiceRecord {
  readonly id: string;
  readonly orderId: string | null;
  readonly customerId: string | null;
  readonly tranId: string | null;
  /** A open, B paid in full. */
  readonly statusId: string | null;
  readonly tranDate: string | null;
  readonly dueDate: string | null;
  readonly currencyId: string | null;
  readonly currencyName: string | null;
  readonly total: string | null;
  /** What is unpaid; null where NetSuite does not say. */
  readonly openAmount: string | null;
  readonly createdDate: string | null;
  readonly lastModifiedDate: string | null;
}
