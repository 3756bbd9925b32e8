import type { ServerResponse } from 'node:http';

/**
 * Aborted once the connection of an answer is closed, at its end or before. Whoever asks late still learns of it: a
 * browser may leave while a request waits for the database, and the event does not come twice.
 */
export function whenGone(response: ServerResponse): AbortSignal {
  if (response.closed) return AbortSignal.abort();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
