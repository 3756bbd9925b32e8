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
  credentials: SandboxCredentials[];
  /** Settings that differ from the usual ones at the start, such as `{ concurrency: 15 }`. */
  limits?: SettingsChange;
};

/** What the parts of a sandbox share. */
export type SandboxContext = ReturnType<typeof createContext>;

export function createContext({ databaseUrl, credentials, limits = {} }: AccountOptions) {
  const clock = createSandboxClock();
  const settings = changeSettings(defaultSettings, limits);
  const faults = createFaultDraw(settings.faults.seed);
  return {
    database: openDatabase(databaseUrl),
    /** The settings of the moment. */
    settings,
    /** The settings that the sandbox started with. */
    initialSettings: settings,
    clock,
    credentials,
    /** As token-based sign-in names it in the realm. */
    accountId: '1234567_SB1',
    /** Bearer tokens that are out, in memory: a restart ends them, as a revocation does. */
    tokens: createExpiringSet(clock.now),
    // The age of a signature is measured by the machine's time, even if the account's clock was changed.
    usedNonces: createExpiringSet(() => new Date()),
    usedAssertions: createExpiringSet(() => new Date()),
    log: createRequestLog(),
    faults,
    pauses: createPauses(faults),
    pending: createPendingChanges(clock),
  };
}
