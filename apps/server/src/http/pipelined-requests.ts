import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { refusalDelayMs } from './refusals.ts';

/** Node's HTTP parser is attached to the socket. */
type ParsedSocket = Socket & { parser?: { onIncoming: () => number } | null };

/** A client may send its next request shortly before the server notices that the last answer is complete. */
const maxWaiting = 1;

/**
 * Starts each request of a connection when the one before is answered: Node tells nobody that the client of a later one has
 * gone, which would stay at work. Closes a connection on which more than one waits; browsers and proxies send one at a time.
 */
export function answerInTurn(handle: RequestListener): RequestListener {
  /** Those that wait, of each connection with a request at work. */
  const waiting = new WeakMap<Socket, (() => void)[]>();

  return (request, response) => {
    const { socket } = request;
    const others = waiting.get(socket);
    const start = () => {
      if (socket.destroyed) return;
      response.once('close', () => {
        const next = waiting.get(socket)?.shift();
        if (next === undefined) waiting.delete(socket);
        else next();
      });
      handle(request, response);
    };
    if (others === undefined) {
      waiting.set(socket, []);
      start();
    } else if (others.length < maxWaiting) others.push(start);
    else {
      const { parser } = socket as ParsedSocket;
      // As for an upgrade, the parser ignores what follows. Otherwise Node would create and abort a request for each of the
      // hundreds that a received chunk can have.
      if (parser) parser.onIncoming = () => 2;
      socket.pause();
      setTimeout(() => socket.destroy(), refusalDelayMs).unref();
    }
  };
}
