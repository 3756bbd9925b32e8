import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import type { SandboxContext } from '../context.ts';

/** How far a request's timestamp may be from the account's time, in seconds. */
const timestampTolerance = 300;

/** A request; the URL is whole as the client called it, query included. */
type Request = { method: string; url: string };

/** Verifies a token-based (OAuth 1.0a, HMAC-SHA256) request. */
export function isSignedByToken(
  request: Request,
  authorization: string,
  { accountId, credentials, usedNonces }: SandboxContext,
): boolean {
  const header = parseAuthorization(authorization);
  if (header === undefined) return false;
  const { realm, oauth_signature: signature, ...signed } = header;
  if (signed.oauth_signature_method !== 'HMAC-SHA256' || realm !== accountId) return false;
  const { oauth_consumer_key: key, oauth_token: token, oauth_nonce: nonce, oauth_timestamp: timestamp } = signed;
  const known = credentials.find(({ tba }) => tba?.consumerKey === key && tba?.tokenId === token)?.tba;
  if (known === undefined || signature !== computeSignature(request, signed, known)) return false;
  const now = Date.now();
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= timestampTolerance)) return false;
  const until = now + 2 * timestampTolerance * 1000;
  return nonce !== undefined && usedNonces.add(`${token} ${timestamp} ${nonce}`, until);
}

/** The signature that a request with these OAuth parameters must carry, in base 64. */
export function computeSignature(
  request: Request,
  parameters: Record<string, string>,
  secrets: { consumerSecret: string; tokenSecret: string },
): string {
  const signer = new OAuth({
    consumer: { key: parameters.oauth_consumer_key ?? '', secret: secrets.consumerSecret },
    signature_method: 'HMAC-SHA256',
    hash_function: (base, key) => createHmac('sha256', key).update(base).digest('base64'),
  });
  const [path = '', query] = request.url.split('?');
  // A plus in a query stands for a space, which is signed as %20; the library would sign it as a plus.
  const url = query ? `${path}?${query.replaceAll('+', '%20')}` : path;
  const data = { ...parameters } as unknown as OAuth.Data;
  return signer.getSignature({ url, method: request.method, data: {} }, secrets.tokenSecret, data);
}

function parseAuthorization(header: string): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const part of header.replace(/^OAuth\s+/i, '').split(',')) {
    const match = /^\s*([A-Za-z_]+)\s*=\s*"([^"]*)"\s*$/.exec(part);
    if (match?.[1] === undefined || match[2] === undefined || match[1] in parameters) return undefined;
    try {
      parameters[match[1]] = decodeURIComponent(match[2]);
    } catch {
      return undefined;
    }
  }
  return parameters;
}
