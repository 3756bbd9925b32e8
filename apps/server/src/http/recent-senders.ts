import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '../access/current-user.ts';
import { sha256 } from '../platform/crypto.ts';

/** Sessions remembered per process; beyond that, the one that has not been used for longest is forgotten. */
const maxSenders = 10_000;

/**
 * Who sent the last authenticated request with each token. It grants nothing: it only tells, without a query, whose
 * limits and whose share of the connections a request uses before it is authenticated again.
 */
export type RecentSenders = {
  find(request: FastifyRequest): CurrentUser | undefined;
  /** Notes the result of an authentication; undefined forgets the token. */
  note(request: FastifyRequest, currentUser: CurrentUser | undefined): void;
};

/** Remembers nobody yet. Keeps hashes of tokens only. */
export function createRecentSenders(): RecentSenders {
  const senders = new Map<string, CurrentUser>();
  const keyOf = ({ headers }: FastifyRequest) => sha256(headers.authorization ?? '').toString('base64');
  return {
    find: (request) => (request.headers.authorization === undefined ? undefined : senders.get(keyOf(request))),
    note(request, currentUser) {
      const key = keyOf(request);
      senders.delete(key);
      if (currentUser === undefined) return;
      senders.set(key, currentUser);
      const [oldest] = senders.keys();
      if (senders.size > maxSenders && oldest !== undefined) senders.delete(oldest);
    },
  };
}
