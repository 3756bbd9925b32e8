import { once } from 'node:events';
import { openSession, readSessionSettings } from '@portal/server/features/auth/sessions';
import { systemClock } from '@portal/server/platform/clock';
import { createTestUser } from '@portal/server/testing/users';
import { startBenchPortal } from './portal.ts';

/** Environment of the portal to start, and the folder of the built web app to serve. */
export type WebServerOrder = { environment: Record<string, string>; webFolder: string };
/** URL of the server, and an administrator's token and profile as JSON. */
export type WebServer = { url: string; token: string; user: string };

const [{ environment, webFolder }] = (await once(process, 'message')) as [WebServerOrder];
const { config, portal } = await startBenchPortal(environment, webFolder);
const { url } = portal;
const { db } = portal.dependencies.database;
const { id } = await createTestUser(db, { role: 'admin' });
const token = await openSession(db, id, 'bench', systemClock.now(), readSessionSettings(config));
const profile = await fetch(`${url}/api/auth/profile`, { headers: { authorization: `Bearer ${token}` } });
process.send?.({ url, token, user: await profile.text() } satisfies WebServer);
