import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { createBusySenders } from '../platform/busy-senders.ts';
import { createNetworkLimit, createRequestCounter, limitOtherRoutes, unknownAssets } from './count-requests.ts';
import { createRefusals } from './refusals.ts';

const unlimited = { enter: () => ({ leave: () => undefined, refund: () => undefined }) };
const isOurToken = (token: string) => token.startsWith('ours-');
const limits = { perMinute: 1000, atOnce: 1000 };

function limit(app: FastifyInstance, busyShare: number) {
  const busySenders = createBusySenders(busyShare);
  const count = createRequestCounter(unlimited, createRefusals());
  limitOtherRoutes(app, {
    countByNetwork: createNetworkLimit(count, limits, { busySenders, isOurToken }),
    busySenders,
  });
}

test.each([
  ['request without a known user', '/'],
  ['asset', '/assets/app.js'],
])('in a flood, one %s is at work at a time, and networks take turns', async (_, url) => {
  const starts: string[] = [];
  let atWork = 0;
  const app = Fastify();
  limit(app, 0);
  app.get(url, async (request) => {
    starts.push(request.ip);
    atWork += 1;
    expect(atWork).toBe(1);
    await delay(2);
    atWork -= 1;
    return 'ok';
  });
  await app.ready();
  const networks = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '203.0.113.1'];
  const answers = await Promise.all(networks.map((remoteAddress) => app.inject({ url, remoteAddress })));
  await app.close();
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(networks.map(() => 200));
  expect(starts.slice(1, 4)).toEqual(['192.0.2.1', '198.51.100.1', '203.0.113.1']);
});

const bearer = (token: string) => ({ authorization: `Bearer ${token.padEnd(20, '-')}` });

test.each([
  ['send no token', {}],
  ['send made-up ones', bearer('made-up')],
  ['send an ended one', bearer('ours-ended')],
])(
  'in a flood, a request with the token of a new session does not wait for all networks that %s',
  async (_, headers) => {
    const starts: (string | undefined)[] = [];
    const app = Fastify();
    limit(app, 0);
    app.get('/page', async ({ headers: { authorization } }) => {
      starts.push(authorization);
      await delay(2);
      return 'page';
    });
    await app.ready();
    const flood = Array.from({ length: 30 }, (_, number) =>
      app.inject({ url: '/page', headers, remoteAddress: `192.0.2.${number}` }),
    );
    await expect.poll(() => starts.length, { interval: 1 }).toBeGreaterThan(0);
    const ours = bearer('ours-new');
    const page = await app.inject({ url: '/page', headers: ours });
    expect(page.body).toBe('page');
    await Promise.all(flood);
    await app.close();
    expect(starts.indexOf(ours.authorization)).toBeLessThan(20);
  },
);

test('assets of the build have no limit, unknown ones do', async () => {
  const counted: string[] = [];
  const app = Fastify();
  limitOtherRoutes(app, {
    countByNetwork: async (request) => {
      counted.push(request.url);
      return unlimited.enter();
    },
    busySenders: createBusySenders(0.5),
  });
  app.get('/assets/app.js', () => 'known');
  app.get(unknownAssets, () => 'unknown');
  for (const url of ['/assets/app.js', '/assets/other.js', '/no-such-page']) await app.inject({ url });
  await app.close();
  expect(counted).toEqual(['/assets/other.js', '/no-such-page']);
});

test('an asset on its way to a slow client does not keep others waiting', async () => {
  const app = Fastify();
  limit(app, 0);
  const { promise: received, resolve: receive } = Promise.withResolvers<void>();
  app.get('/assets/large.js', async () => {
    await received;
    return 'large';
  });
  app.get('/assets/small.js', async () => 'small');
  const large = app.inject('/assets/large.js');
  expect((await app.inject('/assets/small.js')).body).toBe('small');
  receive();
  expect((await large).body).toBe('large');
  await app.close();
});
