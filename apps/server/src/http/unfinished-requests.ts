import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

type Unfinished = { request: IncomingMessage; response: ServerResponse; bytesRead: number; since: number };

/**
 * Ends requests whose body stops arriving: after `silenceMs` without a byte they get a 408 and their connection is
 * closed. A request that is not read from is not silent, since then the server is slow, for example because of slow
 * storage. Node's own limits cover headers and the total time.
 */
export function endSilentRequests(app: FastifyInstance, silenceMs: number): void {
  const unfinished = new Set<Unfinished>();

  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (length !== '0' || encoding !== undefined) {
      unfinished.add({
        request: request.raw,
        response: reply.raw,
        bytesRead: request.raw.socket.bytesRead,
        since: performance.now(),
      });
    }
    done();
  });

  function check(): void {
    const now = performance.now();
    for (const entry of unfinished) {
      const { request, response } = entry;
      const { socket } = request;
      if (request.complete || socket.destroyed) unfinished.delete(entry);
      else if (socket.bytesRead !== entry.bytesRead || request.readableLength > 0 || socket.isPaused()) {
        entry.bytesRead = socket.bytesRead;
        entry.since = now;
      } else if (now - entry.since >= silenceMs) {
        unfinished.delete(entry);
        if (response.headersSent) socket.destroy();
        // Same response as when Node's own limits are exceeded.
        else app.server.emit('clientError', new RequestTimeout(), socket);
      }
    }
  }

  const timer = setInterval(check, silenceMs / 5);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}
