import { createSandboxClock } from './clock.ts';
import { createPendingChanges } from './control/pending.ts';
import type { SandboxCredentials } from './credentials.ts';
import { createFaultDraw } from './http/faults.ts';
import { createPauses } from './http/pauses.ts';
import { createRequestLog } from './http/request-log.ts';
import { changeSettings, defaultSettings, type SettingsChange } from './settings.ts';
import { createExpiringSet } from './sign-in/expiring-set.ts';
import { openDatabase } from './store/database.ts';

export type AccountOptions = {
  /** A PostgreSQL database in which a schema may be made. */
  databaseUrl: string;
  /** Lower-case letters, digits and underscores. */
  schema: string;
  credentials: SandboxCredentials[];
  /** As token-based sign-in names it in the realm. */
  accountId: string;
  /** Settings that differ from the usual ones at the start, such as `{ concurrency: 15 }`. */
  limits?: SettingsChange;
  /** The machine's time, for sign-in and, until it is moved, for the account. */
  clock?: () => Date;
};

/** What the parts of a sandbox share. */
export type SandboxContext = ReturnType<typeof createContext>;

export function createContext({
  databaseUrl,
  schema,
  credentials,
  accountId,
  limits = {},
  clock: given,
}: AccountOptions) {
  /** The machine's time. A signature's age is measured by it even if the account's clock was changed. */
  const machineClock = given ?? (() => new Date());
  const clock = createSandboxClock(machineClock);
  const settings = changeSettings(defaultSettings, limits);
  const faults = createFaultDraw(settings.faults.seed);
  return {
    database: openDatabase(databaseUrl, schema),
    /** The settings of the moment. */
    settings,
    /** The settings that the sandbox started with. */
    initialSettings: settings,
    clock,
    machineClock,
    credentials,
    accountId,
    /** Bearer tokens that are out, in memory: a restart ends them, as a revocation does. */
    tokens: createExpiringSet(clock.now),
    usedNonces: createExpiringSet(machineClock),
    usedAssertions: createExpiringSet(machineClock),
    log: createRequestLog(),
    faults,
    pauses: createPauses(faults),
    pending: createPendingChanges(clock),
  };
}
