import { decodeProtectedHeader, errors, importSPKI, type JWTPayload, jwtVerify } from 'jose';
import type { SandboxCredentials } from '../credentials.ts';
import type { ReplayCache } from './replay-cache.ts';

/** The signature algorithms that NetSuite takes; RS256 is not one of them. */
const algorithms = ['PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];
const MAX_LIFE_MS = 3600;

/** OAuth's error codes, and `server_error`, with which NetSuite answers RS256. */
type TokenErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'server_error';

/** A refused token request: 401 for `invalid_client`, 500 for `server_error`, 400 for the others. */
export class TokenRequestError extends Error {
  readonly code: TokenErrorCode;

  constructor(code: TokenRequestError['code'], message: string) {
    super(message);
    this.name = 'TokenRequestError';
    this.code = code;
  }
}

export type AssertionChecks = {
  credentials: readonly SandboxCredentials[];
  /** Every spelling of the token URL by which this server was reached. */
  tokenUrls: string[];
  now: Date;
  usedAssertions: ReplayCache;
  /** Scopes that are ticked on the integration record. */
  tickedScopes: readonly string[];
};

/** Verifies a client assertion (RFC 7523) as NetSuite does and returns the integration that signed it. */
export async function verifyClientAssertion(assertion: string, checks: AssertionChecks): Promise<SandboxCredentials> {
  const { algorithm, certificateId } = readHeader(assertion);
  const integration = checks.credentials.find((known) => known.certificateId === certificateId);
  if (integration === undefined) throw new TokenRequestError('invalid_client', `No certificate "${certificateId}".`);
  const claims = await verifySignature(assertion, integration, algorithm, checks);
  if (claims.iss !== integration.clientId) {
    throw new TokenRequestError('invalid_client', 'iss is not the client id that the certificate belongs to.');
  }
  checkLifetime(claims, checks.now);
  checkScope(claims.scope, checks.tickedScopes);
  const until = (claims.exp ?? 0) * 1000;
  if (claims.jti !== undefined && !checks.usedAssertions.take(`${integration.clientId} ${claims.jti}`, until)) {
    throw new TokenRequestError('invalid_request', 'Invalid JWT token');
  }
  return integration;
}

function readHeader(assertion: string): { algorithm: string; certificateId: string } {
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(assertion);
  } catch {
    throw new TokenRequestError('invalid_request', 'Invalid JWT token');
  }
  if (header.typ !== 'JWT') throw new TokenRequestError('invalid_request', 'Invalid JWT token');
  if (header.alg === 'RS256') throw new TokenRequestError('server_error', 'An unexpected error occurred.');
  if (header.alg === undefined || !algorithms.includes(header.alg)) {
    throw new TokenRequestError('invalid_request', 'Invalid JWT token');
  }
  if (typeof header.kid !== 'string') throw new TokenRequestError('invalid_client', 'kid is missing.');
  return { algorithm: header.alg, certificateId: header.kid };
}

async function verifySignature(
  assertion: string,
  integration: SandboxCredentials,
  algorithm: string,
  checks: AssertionChecks,
): Promise<JWTPayload> {
  try {
    const key = await importSPKI(integration.publicKeyPem, algorithm);
    const options = { algorithms, audience: checks.tokenUrls, currentDate: checks.now };
    return (await jwtVerify(assertion, key, { ...options, requiredClaims: ['iss', 'aud', 'iat', 'exp'] })).payload;
  } catch (error) {
    const isForeignKey = !(error instanceof errors.JOSEError) || error instanceof errors.JWSSignatureVerificationFailed;
    throw new TokenRequestError(isForeignKey ? 'invalid_client' : 'invalid_request', 'Invalid JWT token');
  }
}

function checkLifetime(claims: JWTPayload, now: Date): void {
  const { iat = 0, exp = 0 } = claims;
  if (exp - iat > MAX_LIFE_MS) throw new TokenRequestError('invalid_request', 'Invalid JWT token');
  if (iat > now.getTime() / 1000 + 60) throw new TokenRequestError('invalid_request', 'Invalid JWT token');
}

/** Sources disagree on the form: a list, or a string with commas or spaces. A scope that is not ticked is refused. */
function checkScope(scope: unknown, tickedScopes: readonly string[]): void {
  const names = Array.isArray(scope) ? scope : typeof scope === 'string' ? scope.split(/[\s,]+/) : [];
  if (names.length === 0 || !names.every((name) => tickedScopes.includes(name))) {
    throw new TokenRequestError('invalid_scope', 'The requested scope is invalid, unknown, or malformed.');
  }
}
