import { endpoints } from '@portal/contract/api';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { holds } from './access/permissions.ts';
import { startSyncFixture } from './features/sync/testing/sync-fixture.ts';
import { type CallerKind, callerKinds } from './testing/access/callers.ts';
import { startTestInbox } from './testing/mail.ts';
import { judgeAnswer } from './testing/requests/judge.ts';
import { judgeReach } from './testing/requests/judge-reach.ts';
import { type GeneratedRequest, requestTo } from './testing/requests/request-arbitrary.ts';
import { createSender, toSent } from './testing/requests/send.ts';
import { createTally } from './testing/requests/tally.ts';
import { createWorld } from './testing/requests/world.ts';

const { GENERATED_REQUESTS, GENERATED_REQUESTS_SEED } = process.env;
const wanted = Number(GENERATED_REQUESTS ?? 1500);
/** Set the seed that a failure reports to generate the same requests again. */
const seed = Number(GENERATED_REQUESTS_SEED ?? Math.floor(Math.random() * 2 ** 31));
const renewedEvery = 700;

const inbox = await startTestInbox();
const fixture = await startSyncFixture(
  { data: { generate: { orders: 0, customers: 0, seed: 1 } } },
  { config: { trustProxy: 1, smtpUrl: inbox.smtpUrl } },
);
const sender = createSender(fixture.app.url);
afterAll(async () => {
  sender.close();
  await fixture.close();
  await inbox.stop();
});
const world = await createWorld(fixture);
const tally = createTally();

async function exchange(endpoint: EndpointDefinition, kind: CallerKind, request: GeneratedRequest): Promise<void> {
  if (tally.count() % renewedEvery === 0) await world.renew();
  const caller = world.caller(kind);
  const sent = toSent(endpoint, request, caller.token, world.idOf);
  const reply = await sender.send(sent);
  tally.add(endpoint, kind, reply.status);
  const made = { endpoint, caller, request, sent, reply };
  try {
    judgeAnswer(made);
    await judgeReach(world, made);
  } finally {
    if (endpoint.method !== 'GET' && reply.status < 400) {
      await world.recall();
      await world.look();
    }
  }
}

/** Requests per caller and endpoint in each round. */
function countOf({ permission }: EndpointDefinition, { role, isSignedIn }: CallerKind): number {
  // Fewer for callers without permission, since they are rejected before validation.
  if (permission !== 'public' && !(isSignedIn && holds(role, permission))) return 2;
  // Fewer for syncs, which also wait for NetSuite.
  return permission.endsWith('.sync') ? 3 : 7;
}

const pairs = Object.entries(endpoints).flatMap(([name, endpoint]: [string, EndpointDefinition]) => {
  const request = requestTo(endpoint);
  return callerKinds.map((kind) => ({ name, endpoint, kind, request, count: countOf(endpoint, kind) }));
});

const shorten = (text = '') => text.replaceAll(/(.{1,8}?)\1{20,}/gs, '$1…').slice(0, 1500);
const perRound = pairs.reduce((sum, { count }) => sum + count, 0);
const rounds = Math.max(1, Math.round(wanted / perRound));

/** Each endpoint of the contract by each kind of caller, a few requests at a time, in a different order each round. */
test(`${wanted} generated requests: no server error, only responses of the contract, no data out of scope`, async () => {
  let turn = seed;
  for (let round = 0; round < rounds; round += 1) {
    const order = fc.shuffledSubarray(pairs, { minLength: pairs.length });
    const [shuffled = []] = fc.sample(order, { seed: turn, numRuns: 1 });
    for (const { name, endpoint, kind, request, count } of shuffled) {
      turn += 1;
      const property = fc.asyncProperty(request, (made) => exchange(endpoint, kind, made));
      const result = await fc.check(property, { seed: turn, numRuns: count });
      if (!result.failed) continue;
      const shown = shorten(JSON.stringify(result.counterexample));
      const place = `seed ${seed}, after ${tally.count()} requests`;
      throw new Error(`${name} by ${kind.title} (${place}): ${shown}`, { cause: result.errorInstance });
    }
  }
  if (GENERATED_REQUESTS !== undefined) console.log(tally.lines().join('\n'));
  for (const { name, endpoint, kind, count } of pairs) {
    expect(tally.of(endpoint, kind), `${name} by ${kind.title}`).toBe(count * rounds);
  }
}, 3_600_000);
