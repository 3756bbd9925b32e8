import { z } from 'zod';
import { recordTypes } from './records.ts';

const share = z.number().min(0).max(1).default(0);
const milliseconds = z.number().min(0).max(600_000);
const latency = z.strictObject({ minimum: milliseconds, maximum: milliseconds }).default({ minimum: 0, maximum: 0 });
const ids = z.array(z.string().regex(/^\d{1,15}$/));
const idsByType = z.partialRecord(z.enum(recordTypes), ids).default({});
const isOn = z.boolean().default(true);

/**
 * Everything about the account's behavior that can be changed while it runs. The defaults are an account of five requests
 * at once, with an administrator's role and all features, in which nothing goes wrong.
 */
const schema = z.strictObject({
  /** Requests at one time over all of record, query and system services; more are answered with 429. */
  concurrency: z.int().min(1).default(5),
  /**
   * Pause in milliseconds before each answer, drawn evenly from the range, by service, and beside it for queries that join
   * tables; made shorter, it is so for requests that wait already.
   */
  latency: z.strictObject({ record: latency, query: latency, join: latency, system: latency }).prefault({}),
  /** Shares (0 to 1) of the record, query and system requests that go wrong. */
  faults: z
    .strictObject({
      tooManyRequests: share,
      serverError: share,
      /** The connection is closed without an answer. */
      droppedConnection: share,
      /** The body ends early: half of these break the connection, half are whole messages with cut JSON. */
      truncatedBody: share,
      /** Starts the run of random numbers anew. */
      seed: z.int().default(1),
    })
    .prefault({}),
  /** Ids that a workflow has locked: USER_ERROR from the record service, while SuiteQL still returns them. */
  locked: idsByType,
  /** Ids that make each SuiteQL page or record that holds them fail with UNEXPECTED_ERROR. */
  unreadable: idsByType,
  /** Ids that the role may see in SuiteQL; null for all. A restricted role gets fewer rows without an error. */
  restrictedTo: z.strictObject({ salesOrder: ids.nullable().default(null) }).prefault({}),
  /** Subsidiaries whose records the role may see in SuiteQL; null for all. */
  subsidiaries: ids.nullable().default(null),
  /** Whether the account has a feature. */
  features: z
    .strictObject({ multiCurrency: isOn, locations: isOn, oneWorld: isOn, projects: isOn, priceLevels: isOn })
    .prefault({}),
  /**
   * Columns of SuiteQL, as `table.column`, with how each is refused: a form of suiteql-facts, section 7. `transaction` lacks
   * what it lacks in most accounts (section 2).
   */
  columns: z
    .record(z.string().regex(/^\w+\.\w+$/), z.enum(['shown', 'unknown', 'removed', 'not exposed', 'server error']))
    .default({
      'transaction.saleseffectivedate': 'unknown',
      'transaction.subtotal': 'unknown',
      'transaction.location': 'removed',
      'transaction.subsidiary': 'not exposed',
      'transaction.createdfrom': 'server error',
    }),
  /** SuiteQL tables that the role may not see, such as deletedrecord. */
  hiddenTables: z.array(z.string()).default([]),
  /** The largest page that SuiteQL gives, whatever is asked for; the rest follows, as hasMore says. */
  pageRows: z.int().min(1).max(1000).default(1000),
  /** Seconds after which a change through the control interface is seen, with the date at which it was made. */
  visibleAfter: z.number().min(0).default(0),
  /** Time zone of the token's user, in which SuiteQL shows and reads times. */
  timeZone: z
    .string()
    .regex(/^[A-Za-z_]+(\/[A-Za-z_]+)*$/)
    .default('America/Toronto'),
  /** Format of that user's dates, in which SuiteQL shows them raw. */
  dateFormat: z.enum(['M/D/YYYY', 'D/M/YYYY', 'YYYY-M-D']).default('M/D/YYYY'),
  /** Scopes that are ticked on the integration record; a sign-in that asks for another one is refused. */
  tickedScopes: z.array(z.string()).default(['rest_webservices']),
  /** Whether the role has SuiteAnalytics Workbook, which SuiteQL and lists of records need. */
  suiteqlAllowed: isOn,
  /** Whether the role is an administrator's, who alone may read governanceLimits. */
  administrator: isOn,
});

export type SandboxSettings = z.output<typeof schema>;
export type Latency = SandboxSettings['latency']['query'];
export type ColumnState = SandboxSettings['columns'][string];

/** A partial change: objects are merged, lists and values replaced. */
export type SettingsChange = z.input<typeof schema>;

export const defaultSettings: SandboxSettings = schema.parse({});

/** The settings with a change applied; neither argument is altered. Throws an error that names each value at fault. */
export function changeSettings(settings: SandboxSettings, change: SettingsChange): SandboxSettings {
  const merged = Object.entries(change).map(([name, value]) => {
    const before = settings[name as keyof SandboxSettings];
    const isMerged = typeof before === 'object' && before !== null && !Array.isArray(before);
    return [name, isMerged ? { ...before, ...(value as object) } : value];
  });
  return schema.parse({ ...settings, ...Object.fromEntries(merged) });
}
