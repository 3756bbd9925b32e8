import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import type { SandboxContext } from '../context.ts';

/** How far a request's timestamp may be from the account's time, in seconds. */
const timestampTolerance = 300;

/** A request; the URL is whole as the client called it, query included. */
type Request = { method: string; url: string };

/** Verifies a token-based (OAuth 1.0a, HMAC-SHA256) request; undefined when it is good, else the reason. */
export function findTokenBasedFault(
  request: Request,
  authorization: string,
  { accountId, credentials, usedNonces }: SandboxContext,
): string | undefined {
  const header = parseAuthorization(authorization);
  if (header === undefined) return 'malformed_header';
  const { realm, oauth_signature: signature, ...signed } = header;
  if (signed.oauth_signature_method !== 'HMAC-SHA256') return 'signature_method_rejected';
  if (signed.oauth_version !== undefined && signed.oauth_version !== '1.0') return 'version_rejected';
  if (realm !== accountId) return 'realm_rejected';
  const { oauth_consumer_key: key, oauth_token: token, oauth_nonce: nonce, oauth_timestamp: timestamp } = signed;
  if (signature === undefined || nonce === undefined || !/^\d+$/.test(timestamp ?? '')) return 'parameter_absent';
  const known = credentials.find(({ tba }) => tba?.consumerKey === key && tba?.tokenId === token)?.tba;
  if (known === undefined) return 'token_rejected';
  if (signature !== computeSignature(request, signed, known)) return 'signature_invalid';
  const now = Date.now();
  const age = now / 1000 - Number(timestamp);
  if (Math.abs(age) > timestampTolerance) return 'timestamp_refused';
  const until = now + 2 * timestampTolerance * 1000;
  return usedNonces.add(`${token} ${timestamp} ${nonce}`, until) ? undefined : 'nonce_used';
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
