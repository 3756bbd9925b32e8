import type { FastifyReply } from 'fastify';

/**
 * Returns what a handler of one route sends. The text of a frozen response is kept for as long as the object: a cached page
 * is sent many times and never changes.
 */
export function createResponseSerializer(): (response: unknown, reply: FastifyReply) => unknown {
  const texts = new WeakMap<object, Buffer>();
  return (response, reply) => {
    if (typeof response !== 'object' || response === null || !Object.isFrozen(response)) return response;
    let text = texts.get(response);
    if (text === undefined) {
      text = Buffer.from(String(reply.serializeInput({ ...response }, String(reply.statusCode))));
      texts.set(response, text);
    }
    reply.type('application/json; charset=utf-8');
    return text;
  };
}
