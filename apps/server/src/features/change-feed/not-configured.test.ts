import { receiveChanges } from '@portal/contract/change-feed';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { signed } from './testing/notify.ts';

const app = await startTestApp();
afterAll(app.close);

test('a portal without a secret answers 404 to any notification', async () => {
  const body = { changes: [{ type: 'salesorder', id: '1' }] };
  for (const headers of [{}, signed(body, app.clock.now().getTime()), signed(body, app.clock.now().getTime(), '')]) {
    const answer = await app.call(receiveChanges, { body, headers });
    expect([answer.status, answer.body.message]).toEqual([404, 'The change feed is not configured.']);
  }
  expect((await app.call(receiveChanges, { body: {} })).status).toBe(404);
});
