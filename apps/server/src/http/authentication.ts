import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { CurrentUser } from '../access/current-user.ts';
import { sha256 } from '../platform/crypto.ts';

/** The user who sends the request; undefined without a valid token. */
export type Authenticate = (request: FastifyRequest) => Promise<CurrentUser | undefined>;

const bearer = /^Bearer +([A-Za-z0-9_-]{20,200})$/i;

/** The token that a request carries. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return bearer.exec(headers.authorization ?? '')?.[1];
}

/** Reads the current user from the database for each request, so that changes take effect immediately. */
export function createAuthentication(
  readCurrentUser: (token: string) => Promise<CurrentUser | undefined>,
): Authenticate {
  return async (request) => {
    const token = bearerToken(request);
    return token === undefined ? undefined : readCurrentUser(token);
  };
}

/**
 * The user of the last authenticated request with the same token. It grants nothing: it only says, without a query, whose
 * limits and whose share of the connections a request uses before it is authenticated again.
 */
export type RecentUser = {
  readonly last: CurrentUser | undefined;
  /** Notes the result of an authentication; undefined forgets the token. */
  note(currentUser: CurrentUser | undefined): void;
};

export type FindRecentUser = (request: FastifyRequest) => RecentUser;

/** Keeps the most recently used sessions of this process, by hashes of their tokens. */
export function createRecentUsers(): FindRecentUser {
  const users = new LRUCache<string, CurrentUser>({ max: 10_000 });
  return ({ headers: { authorization } }) => {
    const key = authorization === undefined ? '' : sha256(authorization).toString('base64');
    return {
      last: users.get(key),
      note: (currentUser) => {
        if (currentUser === undefined) users.delete(key);
        else users.set(key, currentUser);
      },
    };
  };
}
