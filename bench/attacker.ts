import { once } from 'node:events';
import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type AttackedPortal, attacks, type Sent } from './attack-kinds.ts';

export type AttackOrder = { name: string; portal: AttackedPortal; seconds: number };
/** How many requests got each status; `left` is those that were not waited for. */
export type AttackAnswers = Record<string, number>;

const agent = new Agent({ keepAlive: true });
const anywhere = () => Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.');

/** Resolves to the status, or to how the connection ended. */
function send(url: string, { path, method = 'GET', token, body, contentType, isFromAnywhere, leaveAfterMs }: Sent) {
  return new Promise<string>((resolve) => {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(contentType !== undefined && { 'content-type': contentType }),
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

const [{ name, portal, seconds }] = (await once(process, 'message')) as [AttackOrder];
const end = Date.now() + seconds * 1000;
const answers: AttackAnswers = {};
const loops = (attacks[name] ?? []).flatMap(({ loops: count, pauseMs = 0, next }) =>
  Array.from({ length: count }, async (_, loop) => {
    while (Date.now() < end) {
      const answer = await send(portal.url, next(portal, loop));
      answers[answer] = (answers[answer] ?? 0) + 1;
      await delay(pauseMs);
    }
  }),
);
// Requests that wait in turn are left when the time is over.
await Promise.race([Promise.all(loops), delay(seconds * 1000)]);
process.send?.(answers);
