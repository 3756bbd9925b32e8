import type { FastifyInstance } from 'fastify';
import type { SandboxCredentials } from '../credentials.ts';
import { originOf } from '../http/respond.ts';
import type { SandboxSettings } from '../settings.ts';
import { type AccessTokens, tokenLifetime } from './access-tokens.ts';
import { TokenRequestError, verifyClientAssertion } from './client-assertion.ts';
import type { ReplayCache } from './replay-cache.ts';

/** Where access tokens are given out, for clients that sign an assertion. */
export const tokenPath = '/services/rest/auth/oauth2/v1/token';
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export type TokenEndpointDependencies = {
  credentials: readonly SandboxCredentials[];
  tokens: AccessTokens;
  usedAssertions: ReplayCache;
  settings: () => Pick<SandboxSettings, 'tickedScopes'>;
  machineClock: () => Date;
};

/** `POST …/oauth2/v1/token`: the client credentials flow. */
export function tokenEndpoint(app: FastifyInstance, dependencies: TokenEndpointDependencies): void {
  const { credentials, tokens, usedAssertions, settings, machineClock } = dependencies;
  app.post(tokenPath, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      const assertion = readForm(request.body);
      const integration = await verifyClientAssertion(assertion, {
        credentials,
        // The URL that the client called is the audience that it must have signed for.
        tokenUrls: [originOf(request) + tokenPath],
        now: machineClock(),
        usedAssertions,
        tickedScopes: settings().tickedScopes,
      });
      return { access_token: tokens.issue(integration.clientId), expires_in: tokenLifetime, token_type: 'Bearer' };
    } catch (error) {
      if (!(error instanceof TokenRequestError)) throw error;
      if (error.code === 'invalid_client') reply.header('www-authenticate', 'Basic realm="NetSuite"');
      return reply.code(statusOf(error.code)).send({ error: error.code, error_description: error.message });
    }
  });
}

function statusOf(code: TokenRequestError['code']): number {
  if (code === 'invalid_client') return 401;
  return code === 'server_error' ? 500 : 400;
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
