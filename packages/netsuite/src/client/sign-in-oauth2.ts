import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { OAuth2Credentials, Signer } from './credentials.ts';
import { NetsuiteError } from './netsuite-error.ts';

/** Where an account gives out access tokens, below its address. */
export const tokenPath = '/services/rest/auth/oauth2/v1/token';

/** Seconds for which an assertion is valid; NetSuite accepts up to an hour. */
const assertionLifetime = 300;

/** Seconds before its end from which a token is renewed, so that none runs out on the way. */
const renewalMargin = 120;

export interface OAuth2Options {
  readonly baseUrl: string;
  readonly credentials: Omit<OAuth2Credentials, 'type'>;
  readonly now: () => Date;
  /** Posts a form and returns the parsed answer; retries and errors are the caller's. */
  readonly postForm: (url: string, form: URLSearchParams) => Promise<unknown>;
}

/** An access token, to be renewed at a time in milliseconds since 1970. */
type Token = ReturnType<typeof readToken>;

/** OAuth 2.0 client credentials with a signed assertion. One token serves all requests until shortly before its end. */
export function createOAuth2Signer({ baseUrl, credentials, now, postForm }: OAuth2Options): Signer {
  const { key, algorithm } = readKey(credentials.privateKeyPem);
  const tokenUrl = `${baseUrl}${tokenPath}`;
  let token: Token | undefined;
  let underWay: Promise<Token> | undefined;

  async function fetchToken(): Promise<Token> {
    const issuedAt = Math.floor(now().getTime() / 1000);
    // Only scopes enabled on the integration record may be requested; REST Web Services is sufficient.
    const assertion = await new SignJWT({ scope: 'rest_webservices' })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: credentials.certificateId })
      .setIssuer(credentials.clientId)
      .setAudience(tokenUrl)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + assertionLifetime)
      .setJti(randomUUID())
      .sign(key);
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    });
    return readToken(await postForm(tokenUrl, form), now());
  }

  return {
    async authorize() {
      if (token === undefined || token.renewAt <= now().getTime()) {
        underWay ??= fetchToken().finally(() => {
          underWay = undefined;
        });
        token = await underWay;
      }
      return token.authorization;
    },
    onUnauthorized(authorization) {
      if (token?.authorization === authorization) token = undefined;
      return true;
    },
  };
}

const m2mSetup = 'Setup > Integration > OAuth 2.0 Client Credentials (M2M) Setup';
const integrations = 'Setup > Integration > Manage Integrations';
/** rest-facts, section 1. A certificate ends after two years at most, and when a sandbox account is refreshed. */
const likelyCauses: Readonly<Record<string, string>> = {
  invalid_client:
    `compare NETSUITE_CLIENT_ID with ${integrations} and NETSUITE_CERTIFICATE_ID with ${m2mSetup}, ` +
    'where a missing or expired certificate is replaced',
  invalid_grant: `check the entity and role in ${m2mSetup}`,
  invalid_request: "check this server's clock and that the private key belongs to the certificate",
  invalid_scope: `tick REST Web Services on the integration record under ${integrations}`,
  unauthorized_client: `tick Client Credentials (Machine to Machine) Grant on the integration record under ${integrations}`,
  unsupported_grant_type: `tick Client Credentials (Machine to Machine) Grant on the integration record under ${integrations}`,
};

/** A refused token request as an error of kind `sign-in` that names the setting most likely at fault. */
export function toSignInError({ status, code, detail, cause }: NetsuiteError): NetsuiteError {
  const hint = likelyCauses[code ?? ''];
  const explained = hint === undefined ? detail : `${detail.replace(/\.$/, '')} (${hint})`;
  return new NetsuiteError({ kind: 'sign-in', status, code, detail: explained, cause });
}

function readToken(answer: unknown, now: Date) {
  const { access_token: value, expires_in: life } = (answer ?? {}) as Record<string, unknown>;
  if (typeof value !== 'string' || value === '') {
    const detail = 'the sign-in answer has no token';
    throw new NetsuiteError({ kind: 'unavailable', status: 200, code: null, detail });
  }
  const seconds = Number.isFinite(Number(life)) ? Number(life) : 3600;
  // A short-lived token is still used for half its life.
  const usable = Math.max(seconds - renewalMargin, seconds / 2);
  return { authorization: `Bearer ${value}`, renewAt: now.getTime() + usable * 1000 };
}

const curves: Record<string, string> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

/** The algorithm follows the key; NetSuite takes PS256 for RSA, never RS256. */
function readKey(pem: string): { key: KeyObject; algorithm: string } {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch (cause) {
    throw new TypeError('The NetSuite private key is not a PEM private key.', { cause });
  }
  if (key.asymmetricKeyType === 'rsa') return { key, algorithm: 'PS256' };
  const algorithm = curves[key.asymmetricKeyDetails?.namedCurve ?? ''];
  if (key.asymmetricKeyType === 'ec' && algorithm !== undefined) return { key, algorithm };
  throw new TypeError('The NetSuite private key must be an RSA key or an EC key on P-256, P-384 or P-521.');
}
