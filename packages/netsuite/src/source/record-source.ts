import type { CallOptions } from '../client/transport.ts';

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
export interface Survey {
  /** Records in the selection, changed or not. */
  readonly total: number;
  /** Of these, records changed since. */
  readonly changed: number;
  /** The ids between which the changed ones lie; null where there is none. */
  readonly firstId: string | null;
  readonly lastId: string | null;
}

/** A record that was there and could not be taken over, in the words for a person. */
export interface Fault {
  readonly id: string;
  readonly reason: string;
}

/** A stretch of a selection's records. */
export interface Page<Row> {
  /** In the order of their ids. */
  readonly rows: readonly Row[];
  readonly faults: readonly Fault[];
  /** The last id of the page, faults included; null where it is empty. */
  readonly lastId: string | null;
  /** Nothing of the range comes after this page. */
  readonly complete: boolean;
}

/** How many records, and what sum of ids, lie between two ids: enough to find out where two lists differ. */
export interface IdGroup {
  /** Its ids divided by the width. */
  readonly place: bigint;
  readonly range: IdRange;
  readonly count: number;
  readonly sum: bigint;
}

/** Reading one selection; keeps what it learns for as long as the run lasts. */
export interface Reader<Row> {
  /** Records a page holds at most. */
  readonly pageSize: number;
  page(range: IdRange, limit: number, call?: CallOptions): Promise<Page<Row>>;
  /** The lowest id in the range, when its record cannot be read; null where there is none. */
  firstId(range: IdRange, call?: CallOptions): Promise<string | null>;
}

/** One kind of record in NetSuite. Every call throws NetsuiteError, or the reason of the signal that ended it. */
export interface RecordSource<Row extends { readonly id: string }> {
  /** Finds out beforehand what reading will need to know of the account; worth it where much is to be read. */
  prepare(call?: CallOptions): Promise<void>;
  /** Counts a selection in one request. */
  survey(selection: Selection, call?: CallOptions): Promise<Survey>;
  /** `serverTime` is NetSuite's clock when the run began. */
  open(selection: Selection, survey: Survey, serverTime: Date): Promise<Reader<Row>>;
  /** One record by the record service; null when NetSuite has none of that id. Throws a TypeError for unusable values. */
  read(id: string, call?: CallOptions): Promise<Row | null>;
  /** Counts and sums of ids by ranges of equal width, all records of the selection, changed or not. */
  groups(selection: Selection, width: bigint, call?: CallOptions): Promise<IdGroup[]>;
  /** Ids deleted at or after; null where NetSuite does not tell. */
  deletedSince(since: Date, call?: CallOptions): Promise<string[] | null>;
  /** How many records the record service lists; null where it does not count that far. Locked ones are among them. */
  listedCount(call?: CallOptions): Promise<number | null>;
  /** Ids as the record service lists them, latest first, for as long as one goes on asking. */
  listedIds(call?: CallOptions): AsyncGenerator<readonly string[]>;
}
