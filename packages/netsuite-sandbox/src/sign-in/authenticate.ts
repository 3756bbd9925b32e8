import type { FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { NetsuiteError } from '../http/errors.ts';
import { originOf } from '../http/respond.ts';
import { isSignedByToken } from './token-based.ts';

const detail =
  'Invalid login attempt. For more details, see the Login Audit Trail in the NetSuite UI at Setup > Users/Roles > User Management > View Login Audit Trail.';

/** Lets a request pass that carries a good access token or a good OAuth 1.0a signature; else 401 INVALID_LOGIN. */
export function authenticate(request: FastifyRequest, context: SandboxContext): void {
  const { accountId, tokens } = context;
  const authorization = request.headers.authorization ?? '';
  if (/^OAuth\s/i.test(authorization)) {
    const signed = { method: request.method, url: originOf(request) + request.url };
    // Whatever is wrong with it (rest-facts, section 2).
    if (!isSignedByToken(signed, authorization, context))
      throw invalidLogin(`OAuth realm="${accountId}", error="token_rejected"`);
    return;
  }
  const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined || !tokens.has(token)) {
    throw invalidLogin(`Bearer realm="${accountId}", error="invalid_token"`);
  }
}

function invalidLogin(challenge: string): NetsuiteError {
  const header = `${challenge}, error_description="Invalid login attempt."`;
  return new NetsuiteError(401, 'INVALID_LOGIN', detail, { 'www-authenticate': header });
}
