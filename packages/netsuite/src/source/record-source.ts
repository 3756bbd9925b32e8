/** Kinds of transactions that are read, as `transaction.type` names them. */
export type TransactionType = 'SalesOrd' | 'ItemShip' | 'CustInvc';

/** Which records of a kind are meant. */
export interface Selection {
  /** Changed at or after. */
  readonly since: Date | null;
  /** Of this customer alone: its orders, or itself. */
  readonly customerId: string | null;
  /** Orders dated (tranDate) on or after, `YYYY-MM-DD`. */
  readonly from: string | null;
  /** Orders dated on or before. */
  readonly to: string | null;
}

/** All records of a kind. */
export const everything: Selection = { since: null, customerId: null, from: null, to: null };

/** Ids above `after`, up to and with `upTo`. */
export interface IdRange {
  readonly after: string;
  readonly upTo: string;
}

/** What there is to be read of a selection. */
export interface ChangeSummary {
  /** Records in the selection, changed or not. */
  readonly total: number;
  /** Of these, records changed since. */
  readonly changed: number;
  /** The ids between which the changed ones lie; null where there is none. */
  readonly firstId: string | null;
  readonly lastId: string | null;
}

/** A record that NetSuite has and that could not be mirrored, with the reason in words for a person. */
export interface RecordFailure {
  readonly id: string;
  readonly reason: string;
}

/** Some records of a selection. */
export interface Page<Row> {
  /** In the order of their ids. */
  readonly rows: readonly Row[];
  readonly failures: readonly RecordFailure[];
  /** The last id of the page, failed records included; null where it is empty. */
  readonly lastId: string | null;
  /** Nothing of the range comes after this page. */
  readonly complete: boolean;
}

/** Sums over the records between two ids: enough to find out where two lists differ. */
export interface IdBucket {
  /** Its ids divided by the bucket size. */
  readonly bucket: bigint;
  readonly range: IdRange;
  readonly count: number;
  readonly sum: bigint;
  /** The newest date of change, ISO 8601 UTC to the second; null where none has one. */
  readonly newest: string | null;
  /**
   * Sums of what may change without the record's date: customers, then open amounts unless the account hides them. Each counts
   * times the square of its id, so that a moved payment shows. Null with an exponent, as its last digits are lost then.
   */
  readonly sums: readonly (string | null)[];
}
