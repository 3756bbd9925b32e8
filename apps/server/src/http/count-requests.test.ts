import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createNetworkLimit, limitOtherRoutes } from './count-requests.ts';

const unlimited = { enter: () => ({ leave: () => undefined, refund: () => undefined }) };
const limits = { perMinute: 1000, atOnce: 1000 };

test('one request without a known user starts in each turn of the event loop, and networks take turns', async () => {
  let turn = 0;
  const starts: { network: string; turn: number }[] = [];
  const app = Fastify();
  limitOtherRoutes(app, createNetworkLimit(unlimited, limits));
  app.get('/', async (request) => {
    starts.push({ network: request.ip, turn });
    return 'ok';
  });
  await app.ready();
  const counting = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  let next = counting;
  const networks = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '203.0.113.1'];
  await Promise.all(networks.map((remoteAddress) => app.inject({ url: '/', remoteAddress })));
  clearImmediate(next);
  await app.close();
  expect(new Set(starts.map((start) => start.turn)).size).toBe(networks.length);
  expect(starts.slice(1, 4).map((start) => start.network)).toEqual(['192.0.2.1', '198.51.100.1', '203.0.113.1']);
});
