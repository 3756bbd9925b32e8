import type { SandboxClock } from './clock.ts';
import type { PendingChanges } from './control/pending.ts';
import type { SandboxCredentials } from './credentials.ts';
import type { FaultDraw } from './http/faults.ts';
import type { Pauses } from './http/pauses.ts';
import type { RequestLog } from './http/request-log.ts';
import type { SandboxSettings } from './settings.ts';
import type { AccessTokens } from './sign-in/access-tokens.ts';
import type { ReplayCache } from './sign-in/replay-cache.ts';
import type { SandboxDatabase } from './store/database.ts';

/** What the parts of a sandbox share. */
export type SandboxContext = {
  database: SandboxDatabase;
  /** The settings of the moment. */
  settings: SandboxSettings;
  /** The settings that the sandbox started with. */
  readonly initialSettings: SandboxSettings;
  clock: SandboxClock;
  /** The machine's time. A signature's age is measured by it even if the account's clock was changed. */
  machineClock: () => Date;
  credentials: readonly SandboxCredentials[];
  accountId: string;
  tokens: AccessTokens;
  usedNonces: ReplayCache;
  usedAssertions: ReplayCache;
  log: RequestLog;
  faults: FaultDraw;
  pauses: Pauses;
  pending: PendingChanges;
};
