import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '../access/current-user.ts';
import type { Authenticate } from './mount.ts';

const bearer = /^Bearer +([A-Za-z0-9_-]{20,200})$/i;

/** The token of `Authorization: Bearer …`, where it has the form of one of ours. */
function bearerToken(request: FastifyRequest): string | undefined {
  return bearer.exec(request.headers.authorization ?? '')?.[1];
}

/** Reads who is asking anew for each request, so that whatever changes about a user counts at once. */
export function createAuthentication(
  readCurrentUser: (token: string) => Promise<CurrentUser | undefined>,
): Authenticate {
  return async (request) => {
    const token = bearerToken(request);
    return token === undefined ? undefined : readCurrentUser(token);
  };
}
