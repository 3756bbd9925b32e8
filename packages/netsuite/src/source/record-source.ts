import type { CallOptions } from '../client/transport.ts';
import type { NamedRecord, Wanted } from './names.ts';
import type { AccountColumns, CandidateColumns } from './probe-columns.ts';

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
   * Sum of an amount that may change without the record's date, in canonical form; null where the kind has no such amount
   * or the account hides it.
   */
  readonly amount: string | null;
}

/** Reads records for one run, and caches the names that it looks up for as long as the run lasts. */
export interface Reader<Row> {
  /** Records a page holds at most. */
  readonly pageSize: number;
  /** A page of a selection, by ascending id. */
  page(selection: Selection, range: IdRange, limit: number, call?: CallOptions): Promise<Page<Row>>;
  /** At most 1000 records by id, changed or not; ids that SuiteQL does not return are left out. */
  read(ids: readonly string[], call?: CallOptions): Promise<Page<Row>>;
  /** Looks names up anew, or for the first time. */
  loadNames(wanted: Wanted, call?: CallOptions): Promise<void>;
  /** Names that were read or looked up so far. */
  names(): readonly NamedRecord[];
  /** The lowest id of a selection's records in the range; null where there is none. */
  firstId(selection: Selection, range: IdRange, call?: CallOptions): Promise<string | null>;
  /** All records of the selection by ranges of ids of equal size, changed or not. */
  buckets(selection: Selection, bucketSize: bigint, call?: CallOptions): Promise<IdBucket[]>;
}

/** One kind of record in NetSuite. Every call throws NetsuiteError, or the reason of the signal that ended it. */
export interface RecordSource<Row extends { readonly id: string }> {
  /** Value of `transaction.type`; null for customers. */
  readonly type: TransactionType | null;
  /** Entries of the probed columns that stand for the configured fields. */
  readonly configuration: readonly string[];
  /** The optional columns that `probe` looks for. */
  readonly candidates: CandidateColumns;
  /** Finds out which of the optional columns and tables the account and the role have. */
  probe(call?: CallOptions): Promise<AccountColumns>;
  open(columns: AccountColumns): Reader<Row>;
  /** Counts a selection in one request. */
  summarizeChanges(selection: Selection, call?: CallOptions): Promise<ChangeSummary>;
  /** Ids deleted at or after; null where the role may not see deletions. */
  deletedSince(since: Date, call?: CallOptions): Promise<string[] | null>;
  /**
   * Whether the record service knows the id. Any answer but "not found" counts as yes: a locked record is refused, and
   * still exists.
   */
  exists(id: string, call?: CallOptions): Promise<boolean>;
}
