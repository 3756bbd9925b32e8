import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { originOf } from '../http/respond.ts';
import { TokenRequestError, verifyClientAssertion } from './client-assertion.ts';

/** Where access tokens are given out, for clients that sign an assertion. */
export const tokenPath = '/services/rest/auth/oauth2/v1/token';
/** Lifetime of an access token in seconds. */
const tokenLifetime = 3600;
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** `POST …/oauth2/v1/token`: the client credentials flow. */
export function tokenEndpoint(app: FastifyInstance, context: SandboxContext): void {
  app.post(tokenPath, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      // The URL that the client called is the audience that it must have signed for.
      const integration = await verifyClientAssertion(readForm(request.body), originOf(request) + tokenPath, context);
      const token = `${integration.clientId.slice(0, 8)}.${randomBytes(48).toString('base64url')}`;
      context.tokens.add(token, context.clock.now().getTime() + tokenLifetime * 1000);
      return { access_token: token, expires_in: tokenLifetime, token_type: 'Bearer' };
    } catch (error) {
      if (!(error instanceof TokenRequestError)) throw error;
      if (error.code === 'invalid_client') reply.header('www-authenticate', 'Basic realm="NetSuite"');
      return reply.code(error.status).send({ error: error.code, error_description: error.message });
    }
  });
}

function readForm(body: unknown): string {
  if (!(body instanceof URLSearchParams)) throw new TokenRequestError('invalid_request', 'The body must be a form.');
  if (body.get('grant_type') !== 'client_credentials') {
    throw new TokenRequestError('unsupported_grant_type', 'grant_type must be client_credentials.');
  }
  if (body.get('client_assertion_type') !== assertionType) {
    throw new TokenRequestError('invalid_request', `client_assertion_type must be ${assertionType}.`);
  }
  const assertion = body.get('client_assertion');
  if (assertion === null) throw new TokenRequestError('invalid_request', 'client_assertion is missing.');
  return assertion;
}
