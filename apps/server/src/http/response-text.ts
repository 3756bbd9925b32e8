import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/** Writing a list of thousands in one piece would keep everyone else waiting. */
const itemsAtOnce = 200;

/**
 * Returns what a handler of one route sends. The text of a frozen response is kept for as long as the object: a cached page
 * is sent many times and never changes. A long list is written piece by piece.
 */
export function createResponseSerializer(): (response: unknown, reply: FastifyReply) => unknown {
  const texts = new WeakMap<object, Buffer>();
  return async (response, reply) => {
    if (typeof response !== 'object' || response === null) return response;
    const list: unknown = 'data' in response ? response.data : response;
    const isLong = Array.isArray(list) && list.length > itemsAtOnce;
    if (!isLong && !Object.isFrozen(response)) return response;
    let text = texts.get(response);
    if (text === undefined) {
      text = isLong
        ? await writeLongList(list, (items) => write('data' in response ? { ...response, data: items } : items, reply))
        : Buffer.from(write({ ...response }, reply));
      if (Object.isFrozen(response)) texts.set(response, text);
    }
    reply.type('application/json; charset=utf-8');
    return text;
  };
}

const write = (response: object, reply: FastifyReply) =>
  String(reply.serializeInput(response as Record<string, unknown>, String(reply.statusCode)));

async function writeLongList(list: unknown[], writeItems: (items: unknown[]) => string): Promise<Buffer> {
  const empty = writeItems([]);
  // Quotes within texts are escaped, so only the name of the list itself is found.
  const start = empty === '[]' ? 1 : empty.indexOf('"data":[]') + '"data":['.length;
  const pieces = [Buffer.from(empty.slice(0, start))];
  for (let first = 0; first < list.length; first += itemsAtOnce) {
    await nextTurn();
    const text = writeItems(list.slice(first, first + itemsAtOnce)).slice(start, start - empty.length);
    pieces.push(Buffer.from(first === 0 ? text : `,${text}`));
  }
  pieces.push(Buffer.from(empty.slice(start)));
  return Buffer.concat(pieces);
}
