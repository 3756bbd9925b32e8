import { once } from 'node:events';
import { openSession, readSessionSettings } from '@portal/server/features/auth/sessions';
import { systemClock } from '@portal/server/platform/clock';
import { createTestUser } from '@portal/server/testing/users';
import { startBenchPortal } from './portal.ts';

/** Environment of the portal to start. */
export type SyncPortalOrder = Record<string, string>;
export type SyncPortal = { url: string; token: string };

const [environment] = (await once(process, 'message')) as [SyncPortalOrder];
const { config, portal } = await startBenchPortal(environment);
const { db } = portal.dependencies.database;
const user = await createTestUser(db, { role: 'admin' });
const token = await openSession(db, user.id, 'bench', systemClock.now(), readSessionSettings(config));
process.send?.({ url: portal.url, token } satisfies SyncPortal);
