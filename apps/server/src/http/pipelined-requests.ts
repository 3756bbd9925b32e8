import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A client may send its next request shortly before the server notices that the last answer is complete. */
const maxUnanswered = 8;

/**
 * Closes connections on which further requests arrive while many are unanswered. Browsers and proxies wait for each
 * answer, and everyone else would wait until all requests of a received chunk have been started.
 */
export function closePipeliningConnections(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, requests: number) => {
    const sum = (unanswered.get(socket) ?? 0) + requests;
    unanswered.set(socket, sum);
    return sum;
  };
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (add(socket, 1) > maxUnanswered) {
      reply.hijack();
      socket.destroy();
      return;
    }
    reply.raw.once('close', () => add(socket, -1));
    done();
  });
}
