import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Time in milliseconds in which a client can read its answer, before the connection is reset under the rest of its body. */
const lingerMs = 2000;

/** Reading and discarding bodies up to this size costs less than a new connection. */
const maxSmallBytes = 65_536;

/**
 * Reads a large body only from when the handler reads it: until then Node would read 128 KiB of it. Closes the connection of
 * a request that is answered before its large body has arrived, as a refused one is. Node would read the body to its end,
 * however large, and as fast as it is sent.
 */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    // Node resumes the socket with the first read from the request.
    if (!raw.complete && isBodyLarge(raw)) raw.socket.pause();
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    leaveBodyUnread(request, reply);
    done(null, payload);
  });
}

/** Whether the body of a request is large, or of unknown size. */
export function isBodyLarge({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || Number(length) > maxSmallBytes;
}

/** Does so for one response, before it is sent. */
export function leaveBodyUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !isBodyLarge(raw)) return;
  reply.header('connection', 'close');
  // Node does not discard the body of a request that has been read from, and stops reading when its buffer is full.
  raw.read(0);
  raw.pause();
  const { socket } = raw;
  // After the socket has been resumed, which Node does at the next tick.
  process.nextTick(() => socket.pause());
  // Node would close the connection together with the answer; unread bytes then reset it, and the answer can be lost.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}
