import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createBusySenders } from '../platform/busy-senders.ts';
import { createNetworkLimit, createRequestCounter, limitOtherRoutes, unknownAssets } from './count-requests.ts';
import { createRefusals } from './refusals.ts';

const unlimited = { enter: () => ({ leave: () => undefined, refund: () => undefined }) };
const limits = { perMinute: 1000, atOnce: 1000 };

test('in a flood, one request without a known user is at work at a time, and networks take turns', async () => {
  const starts: string[] = [];
  let atWork = 0;
  const app = Fastify();
  limitOtherRoutes(
    app,
    createNetworkLimit(createRequestCounter(unlimited, createRefusals()), limits, createBusySenders(0)),
  );
  app.get('/', async (request) => {
    starts.push(request.ip);
    atWork += 1;
    expect(atWork).toBe(1);
    await delay(2);
    atWork -= 1;
    return 'ok';
  });
  await app.ready();
  const networks = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '203.0.113.1'];
  const answers = await Promise.all(networks.map((remoteAddress) => app.inject({ url: '/', remoteAddress })));
  await app.close();
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(networks.map(() => 200));
  expect(starts.slice(1, 4)).toEqual(['192.0.2.1', '198.51.100.1', '203.0.113.1']);
});

test('a request with a token that is not known yet does not wait for those without one', async () => {
  const app = Fastify();
  limitOtherRoutes(
    app,
    createNetworkLimit(createRequestCounter(unlimited, createRefusals()), limits, createBusySenders(0.5)),
  );
  const { promise: signedIn, resolve: endSignIns } = Promise.withResolvers<void>();
  let started = 0;
  app.get('/sign-in', async () => {
    started += 1;
    await signedIn;
  });
  app.get('/page', async () => 'page');
  await app.ready();
  const signIns = Array.from({ length: 30 }, () => app.inject('/sign-in'));
  await expect.poll(() => started).toBeGreaterThan(8);
  const page = await app.inject({ url: '/page', headers: { authorization: 'Bearer a-token' } });
  expect(page.body).toBe('page');
  expect(started).toBeLessThan(30);
  endSignIns();
  await Promise.all(signIns);
  await app.close();
});

test('assets of the build are not counted, unknown ones are', async () => {
  const counted: string[] = [];
  const app = Fastify();
  limitOtherRoutes(app, async (request) => {
    counted.push(request.url);
    return unlimited.enter();
  });
  app.get('/assets/app.js', () => 'known');
  app.get(unknownAssets, () => 'unknown');
  for (const url of ['/assets/app.js', '/assets/other.js', '/no-such-page']) await app.inject({ url });
  await app.close();
  expect(counted).toEqual(['/assets/other.js', '/no-such-page']);
});
