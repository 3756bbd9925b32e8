import type { ServerResponse } from 'node:http';

/**
 * Aborted when the connection of a response is closed, before or after its end. Also works if the connection was closed
 * earlier: a browser may disconnect while a request waits for the database, and the event fires only once.
 */
export function whenGone(response: ServerResponse): AbortSignal {
  if (response.closed) return AbortSignal.abort();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
