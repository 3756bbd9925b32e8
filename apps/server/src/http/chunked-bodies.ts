import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { PortalError } from '../platform/errors.ts';

/** Node's HTTP parser is attached to the socket. */
type ParsedSocket = Socket & { parser: { onIncoming: (request: IncomingMessage, keepsAlive: boolean) => number } };

/**
 * Refuses bodies of unknown length with 411. Browsers and proxies send the length. Of chunks of one byte, Node handles ten
 * thousand in one piece, for each packet of such a body.
 */
export function refuseChunkedBodies(app: FastifyInstance): void {
  app.server.on('connection', (socket: Socket) => {
    const { parser } = socket as ParsedSocket;
    const { onIncoming } = parser;
    parser.onIncoming = (request, keepsAlive) => {
      const handled = onIncoming(request, keepsAlive);
      // As for an upgrade, the parser ignores what follows.
      return isChunked(request) ? 2 : handled;
    };
  });
  app.addHook('onRequest', (request, _reply, done) => {
    done(isChunked(request.raw) ? new PortalError(411, 'length_required', 'Send the length of the body.') : undefined);
  });
}

function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined;
}
