import type { Feature, RecordType } from './records.ts';

/** A pause in milliseconds, drawn evenly from the range. */
export type Latency = { minimum: number; maximum: number };

/** How NetSuite refuses a column: one of the forms of suiteql-facts, section 7. */
export type ColumnState = 'shown' | 'unknown' | 'removed' | 'not exposed' | 'server error';

/** Everything about the account's behavior that can be changed while it runs. */
export type SandboxSettings = {
  /** Requests at one time over all of record, query and system services; more are answered with 429. */
  concurrency: number;
  /**
   * Pause before each answer, by service, and beside it for queries that join tables; made shorter, it is so for
   * requests that wait already.
   */
  latency: { record: Latency; query: Latency; join: Latency; system: Latency; token: Latency };
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
  locked: Partial<Record<RecordType, string[]>>;
  /** Ids that the role may see in SuiteQL; null for all. A restricted role gets fewer rows without an error. */
  restrictedTo: Partial<Record<RecordType, string[] | null>>;
  /** Subsidiaries whose records the role may see in SuiteQL; null for all. */
  subsidiaries: string[] | null;
  /** Ids that make each SuiteQL page or record that holds them fail with UNEXPECTED_ERROR. */
  unreadable: Partial<Record<RecordType, string[]>>;
  /** Whether the account has a feature. */
  features: Record<Feature, boolean>;
  /** Columns of SuiteQL, as `table.column`, that are refused or shown otherwise than usual. */
  columns: Record<string, ColumnState>;
  /** SuiteQL tables that the role may not see, such as deletedrecord. */
  hiddenTables: string[];
  /** The largest page that SuiteQL gives, whatever is asked for; the rest follows, as hasMore says. */
  pageRows: number;
  /** Seconds after which a change through the control interface is seen, with the date at which it was made. */
  visibleAfter: number;
  /** Time zone of the token's user, in which SuiteQL shows and reads times. */
  timeZone: string;
  /** Format of that user's dates, in which SuiteQL shows them raw. */
  dateFormat: 'M/D/YYYY' | 'D/M/YYYY' | 'YYYY-M-D';
  /** Scopes that are ticked on the integration record; a sign-in that asks for another one is refused. */
  tickedScopes: string[];
  /** Whether the role has SuiteAnalytics Workbook, which SuiteQL and lists of records need. */
  suiteqlAllowed: boolean;
  /** Whether the role is an administrator's, who alone may read governanceLimits. */
  administrator: boolean;
};

/** A partial change: objects are merged, lists and values replaced. */
export type SettingsChange = {
  [Key in keyof SandboxSettings]?: SandboxSettings[Key] extends unknown[] | null
    ? SandboxSettings[Key]
    : SandboxSettings[Key] extends object
      ? Partial<SandboxSettings[Key]>
      : SandboxSettings[Key];
};

const noLatency: Latency = { minimum: 0, maximum: 0 };

/**
 * An account of five requests at once, with an administrator's role and all features, in which nothing goes wrong.
 * `transaction` lacks the columns that it lacks in most accounts (suiteql-facts, section 2).
 */
export const defaultSettings: SandboxSettings = {
  concurrency: 5,
  latency: { record: noLatency, query: noLatency, join: noLatency, system: noLatency, token: noLatency },
  faults: { tooManyRequests: 0, serverError: 0, droppedConnection: 0, truncatedBody: 0, retryAfter: null, seed: 1 },
  locked: {},
  restrictedTo: {},
  subsidiaries: null,
  unreadable: {},
  features: { multiCurrency: true, locations: true, oneWorld: true, projects: true, priceLevels: true },
  columns: {
    'transaction.saleseffectivedate': 'unknown',
    'transaction.subtotal': 'unknown',
    'transaction.location': 'removed',
    'transaction.subsidiary': 'not exposed',
    'transaction.createdfrom': 'server error',
  },
  hiddenTables: [],
  pageRows: 1000,
  visibleAfter: 0,
  timeZone: 'America/Toronto',
  dateFormat: 'M/D/YYYY',
  tickedScopes: ['rest_webservices'],
  suiteqlAllowed: true,
  administrator: true,
};

/** The settings with a change applied; neither argument is altered. */
export function changeSettings(settings: SandboxSettings, change: SettingsChange): SandboxSettings {
  const merged = Object.entries(change).map(([name, value]) => {
    const before = settings[name as keyof SandboxSettings];
    const isMerged = typeof before === 'object' && before !== null && !Array.isArray(before);
    return [name, isMerged ? { ...before, ...(value as object) } : value];
  });
  return { ...settings, ...(Object.fromEntries(merged) as Partial<SandboxSettings>) };
}
