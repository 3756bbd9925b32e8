import { decodeProtectedHeader, errors, importSPKI, type JWTPayload, jwtVerify } from 'jose';
import type { SandboxCredentials } from '../credentials.ts';
import type { UsedOnce } from './used-once.ts';

/** The signature algorithms that NetSuite takes; RS256 is not one of them. */
const algorithms = ['PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];
const knownScopes = ['restlets', 'rest_webservices', 'suite_analytics'];
const longestLife = 3600;

/** A refused token request: OAuth's own error code, answered with 400. */
export class TokenRequestError extends Error {
  readonly code: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

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
  usedAssertions: UsedOnce;
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
  checkScope(claims.scope);
  const until = (claims.exp ?? 0) * 1000;
  if (claims.jti !== undefined && !checks.usedAssertions.take(`${integration.clientId} ${claims.jti}`, until)) {
    throw new TokenRequestError('invalid_grant', 'jti was used before.');
  }
  return integration;
}

function readHeader(assertion: string): { algorithm: string; certificateId: string } {
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(assertion);
  } catch {
    throw new TokenRequestError('invalid_grant', 'The client assertion is not a JWT.');
  }
  if (header.typ !== 'JWT') throw new TokenRequestError('invalid_grant', 'typ must be JWT.');
  if (header.alg === undefined || !algorithms.includes(header.alg)) {
    throw new TokenRequestError('invalid_grant', `alg ${header.alg} is not taken.`);
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
    const reason = error instanceof errors.JOSEError ? error.message : 'the key does not fit the algorithm';
    throw new TokenRequestError('invalid_grant', `The client assertion is refused: ${reason}.`);
  }
}

function checkLifetime(claims: JWTPayload, now: Date): void {
  const { iat = 0, exp = 0 } = claims;
  if (exp - iat > longestLife) throw new TokenRequestError('invalid_grant', 'exp is more than 3600 s after iat.');
  if (iat > now.getTime() / 1000 + 60) throw new TokenRequestError('invalid_grant', 'iat lies in the future.');
}

/** The documented form is a list; a string of names is taken too. */
function checkScope(scope: unknown): void {
  const names = Array.isArray(scope) ? scope : typeof scope === 'string' ? scope.split(/[\s,]+/) : [];
  if (!names.every((name) => knownScopes.includes(name)) || !names.includes('rest_webservices')) {
    throw new TokenRequestError('invalid_grant', 'scope must hold rest_webservices and only known names.');
  }
}
