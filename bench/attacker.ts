import { once } from 'node:events';
import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type AttackedPortal, attacks, type Sent } from './attack-kinds.ts';

export type AttackOrder = {
  name: string;
  portal: AttackedPortal;
  seconds: number;
  /** Sends the same requests to another server instead, which answers each part's after its mean time in milliseconds. */
  elsewhere?: { url: string; meanMs: readonly number[] };
};
export type AttackResult = {
  /** How many requests got each status; `left or cut` is those that were not waited for. */
  answers: Record<string, number>;
  /** For each part of the attack, how long its requests took on average. */
  meanMs: number[];
};

const agent = new Agent({ keepAlive: true });
const anywhere = () => Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.');

/** Resolves to the status, or to how the connection ended. */
function send(
  url: string,
  { path, method = 'GET', token, body, contentType, isFromAnywhere, acceptEncoding, leaveAfterMs }: Sent,
  answerAfterMs: number | undefined,
) {
  return new Promise<string>((resolve) => {
    const headers = {
      ...(answerAfterMs !== undefined && { 'x-answer-after': String(answerAfterMs) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
      ...(isFromAnywhere && { 'x-forwarded-for': anywhere() }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    };
    const sent: ClientRequest = request(`${url}/api${path}`, { method, headers, agent }, (response) => {
      response.on('close', () => resolve(String(response.statusCode)));
      response.resume();
    });
    sent.on('error', () => resolve('left or cut'));
    sent.end(body);
    if (leaveAfterMs !== undefined) setTimeout(() => sent.destroy(), leaveAfterMs).unref();
  });
}

const [{ name, portal, seconds, elsewhere }] = (await once(process, 'message')) as [AttackOrder];
const end = Date.now() + seconds * 1000;
const answers: AttackResult['answers'] = {};
const times = (attacks[name] ?? []).map(() => ({ sum: 0, count: 0 }));
const loops = (attacks[name] ?? []).flatMap(({ loops: count, pauseMs = 0, next }, part) =>
  Array.from({ length: count }, async (_, loop) => {
    const time = times[part] ?? { sum: 0, count: 0 };
    while (Date.now() < end) {
      const sentAt = performance.now();
      const answer = await send(elsewhere?.url ?? portal.url, next(portal, loop), elsewhere?.meanMs[part]);
      answers[answer] = (answers[answer] ?? 0) + 1;
      time.sum += performance.now() - sentAt;
      time.count += 1;
      await delay(pauseMs);
    }
  }),
);
// Requests that wait in turn are left when the time is over.
await Promise.race([Promise.all(loops), delay(seconds * 1000)]);
const meanMs = times.map(({ sum, count }) => (count === 0 ? seconds * 1000 : sum / count));
process.send?.({ answers, meanMs } satisfies AttackResult);
