import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serializerSchema } from './json-schema.ts';
import { createResponseSerializer } from './response-text.ts';

const items = z.array(z.object({ number: z.number(), text: z.string() }));
const object = z.object({ unread: z.number(), data: items });

/** Returns what a route answers, and how many turns of the event loop were left to others meanwhile. */
async function send(response: z.infer<typeof items> | z.infer<typeof object>) {
  const app = Fastify();
  const serialize = createResponseSerializer();
  const schema = { response: { 200: serializerSchema(Array.isArray(response) ? items : object) } };
  app.get('/', { schema }, (_request, reply) => serialize(response, reply));
  let isSent = false;
  let turns = 0;
  const count = () => {
    turns += 1;
    if (!isSent) setImmediate(count);
  };
  await app.ready();
  setImmediate(count);
  const answer = await app.inject('/');
  isSent = true;
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  return { sent: answer.json(), turns };
}

const list = (length: number) => Array.from({ length }, (_, number) => ({ number, text: 'é, ] "' }));

test.each([0, 1, 200, 201, 400, 1003])('sends a list of %i items, in an object or not', async (length) => {
  expect((await send(list(length))).sent).toEqual(list(length));
  expect((await send({ unread: 3, data: list(length) })).sent).toEqual({ unread: 3, data: list(length) });
});

test('leaves turns to others while it writes a long list', async () => {
  const { turns } = await send(list(2));
  expect((await send(list(2000))).turns).toBeGreaterThanOrEqual(turns + 8);
});

test.each([2, 1003])('writes a frozen list of %i items once', async (length) => {
  const app = Fastify();
  const serialize = createResponseSerializer();
  const response = Object.freeze({ unread: 3, data: list(length) });
  app.get('/', { schema: { response: { 200: serializerSchema(object) } } }, (_, reply) => serialize(response, reply));
  const before = (await app.inject('/')).body;
  response.data.pop();
  expect((await app.inject('/')).body).toBe(before);
});
