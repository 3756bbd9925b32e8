import { exportOrders } from '@portal/contract/orders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../config.ts';
import { fetchExport } from '../../listing/export/testing/read-export.ts';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { forkPortal } from '../../testing/fork-portal.ts';
import { openExport } from './testing/export-client.ts';
import { seedLongOrders } from './testing/seed-orders.ts';

const megabyte = 1024 ** 2;
const total = 5000;
/** The rows have 39 MB of text together. */
const textLength = 8000;
/** The portal uses about 50 MB: enough for it, but not for the rows as well. */
const heapMegabytes = 80;
const metricsToken = 'a token for this test alone';

const app = await startTestApp();
afterAll(() => app.close());
let admin: SignedIn;

beforeAll(async () => {
  await seedLongOrders(app.database.pool, total, textLength);
  admin = await app.signIn('admin');
});

test.each(['csv', 'xlsx'])('streams 39 MB of rows as %s from a heap that cannot hold them', async (format) => {
  const config = { ...(app.portal.dependencies.config as Config), metricsToken };
  const portal = await forkPortal(config, [`--max-old-space-size=${heapMegabytes}`]);
  /** Bytes of buffers, which are outside of the heap. */
  const buffered = async () => {
    const response = await fetch(`${portal.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    return Number(/^nodejs_external_memory_bytes (\S+)$/m.exec(await response.text())?.[1]);
  };
  try {
    // Warm-up: loads and compiles code once.
    const here = { fetch: (path: string, init?: RequestInit) => fetch(`${portal.url}${path}`, init) };
    await (await fetchExport(here, exportOrders, admin.token, { format, search: 'SO10000' })).arrayBuffer();
    const before = await buffered();
    const read: number[] = [];
    const response = await openExport(portal.url, admin.token, format);
    let bytes = 0;
    for await (const chunk of response) {
      bytes += chunk.length;
      if (bytes > (read.length + 1) * 3 * megabyte) read.push(await buffered());
    }
    expect(response.complete).toBe(true);
    expect(read.length).toBeGreaterThan(5);
    expect(Math.max(...read) - before).toBeLessThan(24 * megabyte);
  } finally {
    await portal.kill();
  }
});
