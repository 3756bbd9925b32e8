import type { RecordType } from './record-types.ts';

/** A pause in milliseconds, drawn evenly from the range. */
export type Latency = { minimum: number; maximum: number };

/** Everything about the account's behaviour that can be changed while it runs. */
export type SandboxSettings = {
  /** Requests at one time over all of record, query and system services; more are answered with 429. */
  concurrency: number;
  /** Pause before each answer, by service; made shorter, it is so for requests that wait already. */
  latency: { record: Latency; query: Latency; system: Latency; token: Latency };
  /** Shares (0 to 1) of the record, query and system requests that go wrong. */
  faults: {
    tooManyRequests: number;
    serverError: number;
    /** The connection is closed without an answer. */
    droppedConnection: number;
    /** The body ends early: half of these break the connection, half are whole messages with cut JSON. */
    truncatedBody: number;
    /** Seconds that the 429 answers name in Retry-After; null leaves the header out, as NetSuite does. */
    retryAfter: number | null;
    /** Starts the run of random numbers anew. */
    seed: number;
  };
  /** Ids that a workflow has locked: USER_ERROR from the record service, while SuiteQL still returns them. */
  locked: Record<RecordType, string[]>;
  /** Ids that the role may see in SuiteQL; null for all. A restricted role gets fewer rows without an error. */
  restrictedTo: Record<RecordType, string[] | null>;
  /** Ids that make each SuiteQL page, record or batch that holds them fail with UNEXPECTED_ERROR. */
  unreadable: Record<RecordType, string[]>;
  /** Which of the columns saleseffectivedate, subtotal and location SuiteQL's `transaction` has. */
  optionalColumns: string[];
  /** SuiteQL tables that the role may not see, such as deletedrecord. */
  hiddenTables: string[];
  /** Scopes that are ticked on the integration record; a sign-in that asks for another one is refused. */
  tickedScopes: string[];
  /** Whether the role may use SuiteQL at all. */
  suiteqlAllowed: boolean;
  /** Whether SuiteQL takes `params` (NetSuite does since 2026.2). */
  queryParameters: boolean;
  /** Whether the role is an administrator's, who alone may read governanceLimits. */
  administrator: boolean;
};

/** A partial change: objects are merged, lists and values replaced. */
export type SettingsChange = {
  [Key in keyof SandboxSettings]?: SandboxSettings[Key] extends unknown[]
    ? SandboxSettings[Key]
    : SandboxSettings[Key] extends object
      ? Partial<SandboxSettings[Key]>
      : SandboxSettings[Key];
};

/** Columns of SuiteQL's `transaction` that accounts have been seen to lack. */
export const optionalTransactionColumns = ['saleseffectivedate', 'subtotal', 'location'];

const noLatency: Latency = { minimum: 0, maximum: 0 };

/**
 * An account of five requests at once, with an administrator's role and none of the optional columns, in which nothing
 * goes wrong.
 */
export const defaultSettings: SandboxSettings = {
  concurrency: 5,
  latency: { record: noLatency, query: noLatency, system: noLatency, token: noLatency },
  faults: { tooManyRequests: 0, serverError: 0, droppedConnection: 0, truncatedBody: 0, retryAfter: null, seed: 1 },
  locked: { salesOrder: [], customer: [] },
  restrictedTo: { salesOrder: null, customer: null },
  unreadable: { salesOrder: [], customer: [] },
  optionalColumns: [],
  hiddenTables: [],
  tickedScopes: ['rest_webservices'],
  suiteqlAllowed: true,
  queryParameters: true,
  administrator: true,
};

/** The settings with a change applied; neither argument is altered. */
export function changeSettings(settings: SandboxSettings, change: SettingsChange): SandboxSettings {
  const { latency, faults, locked, unreadable, restrictedTo, ...rest } = change;
  return {
    ...settings,
    ...rest,
    latency: { ...settings.latency, ...latency },
    faults: { ...settings.faults, ...faults },
    locked: { ...settings.locked, ...locked },
    unreadable: { ...settings.unreadable, ...unreadable },
    restrictedTo: { ...settings.restrictedTo, ...restrictedTo },
  };
}
