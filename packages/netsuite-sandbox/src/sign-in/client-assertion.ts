import { decodeProtectedHeader, errors, importSPKI, type JWTPayload, jwtVerify } from 'jose';
import type { SandboxContext } from '../context.ts';
import type { SandboxCredentials } from '../credentials.ts';
import { NetsuiteError } from '../http/errors.ts';

/** The signature algorithms that NetSuite takes; RS256 is not one of them. */
const algorithms = ['PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];
/** Seconds. */
const MAX_LIFE = 3600;

/** OAuth's error codes with their status, and `server_error`, with which NetSuite answers RS256. */
const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  server_error: 500,
};

/** A refused token request, which is answered in OAuth's form. */
export class TokenRequestError extends NetsuiteError {
  constructor(code: keyof typeof statuses, message = 'Invalid JWT token') {
    super(statuses[code], code, message);
  }
}

/** Verifies a client assertion (RFC 7523) as NetSuite does and returns the integration that signed it. */
export async function verifyClientAssertion(
  assertion: string,
  audience: string,
  { credentials, settings, usedAssertions }: SandboxContext,
): Promise<SandboxCredentials> {
  const now = new Date();
  const integration = findIntegration(assertion, credentials);
  const { iss, iat = 0, exp = 0, jti, scope } = await verifySignature(assertion, integration, audience, now);
  if (iss !== integration.clientId) {
    throw new TokenRequestError('invalid_client', 'iss is not the client id that the certificate belongs to.');
  }
  if (exp - iat > MAX_LIFE || iat > now.getTime() / 1000 + 60) throw new TokenRequestError('invalid_request');
  // Sources disagree on the form of the scope: a list, or a string with commas or spaces. One that is not ticked is refused.
  const scopes = Array.isArray(scope) ? scope : typeof scope === 'string' ? scope.split(/[\s,]+/) : [];
  if (scopes.length === 0 || !scopes.every((name) => settings.tickedScopes.includes(name))) {
    throw new TokenRequestError('invalid_scope', 'The requested scope is invalid, unknown, or malformed.');
  }
  if (jti !== undefined && !usedAssertions.add(`${integration.clientId} ${jti}`, exp * 1000)) {
    throw new TokenRequestError('invalid_request');
  }
  return integration;
}

function findIntegration(assertion: string, credentials: readonly SandboxCredentials[]): SandboxCredentials {
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(assertion);
  } catch {
    throw new TokenRequestError('invalid_request');
  }
  if (header.alg === 'RS256') throw new TokenRequestError('server_error', 'An unexpected error occurred.');
  if (header.typ !== 'JWT' || !algorithms.includes(header.alg ?? '')) throw new TokenRequestError('invalid_request');
  const found = credentials.find(({ certificateId }) => certificateId === header.kid);
  if (found === undefined) throw new TokenRequestError('invalid_client', `No certificate "${header.kid}".`);
  return found;
}

async function verifySignature(
  assertion: string,
  { publicKeyPem }: SandboxCredentials,
  audience: string,
  now: Date,
): Promise<JWTPayload> {
  try {
    const key = await importSPKI(publicKeyPem, decodeProtectedHeader(assertion).alg ?? '');
    const requiredClaims = ['iss', 'aud', 'iat', 'exp'];
    return (await jwtVerify(assertion, key, { algorithms, audience, currentDate: now, requiredClaims })).payload;
  } catch (error) {
    const isForeignKey = !(error instanceof errors.JOSEError) || error instanceof errors.JWSSignatureVerificationFailed;
    throw new TokenRequestError(isForeignKey ? 'invalid_client' : 'invalid_request');
  }
}
