import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '../access/current-user.ts';

/** The user who sends the request; undefined without a valid token. */
export type Authenticate = (request: FastifyRequest) => Promise<CurrentUser | undefined>;

const bearer = /^Bearer +([A-Za-z0-9_-]{20,200})$/i;

/** The token of `Authorization: Bearer …` if it has the format of a session token. */
function bearerToken(request: FastifyRequest): string | undefined {
  return bearer.exec(request.headers.authorization ?? '')?.[1];
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
