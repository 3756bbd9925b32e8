import { createHmac, randomBytes } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import type { Signer, TokenBasedCredentials } from './credentials.ts';

export interface TokenBasedOptions {
  readonly accountId: string;
  readonly credentials: Omit<TokenBasedCredentials, 'type'>;
  readonly now: () => Date;
  /** A nonce never used before with this token; 16 random bytes by default. */
  readonly nonce?: () => string;
}

/** OAuth 1.0a with HMAC-SHA256. Each call makes a new nonce and timestamp, since NetSuite takes a nonce once. */
export function createTokenBasedSigner({ accountId, credentials, now, nonce = freshNonce }: TokenBasedOptions): Signer {
  const oauth = new OAuth({
    consumer: { key: credentials.consumerKey, secret: credentials.consumerSecret },
    signature_method: 'HMAC-SHA256',
    realm: oauthRealm(accountId),
    hash_function: (base, key) => createHmac('sha256', key).update(base).digest('base64'),
  });
  oauth.getNonce = nonce;
  oauth.getTimeStamp = () => Math.floor(now().getTime() / 1000);
  const token = { key: credentials.tokenId, secret: credentials.tokenSecret };
  return {
    async authorize({ method, url }) {
      return oauth.toHeader(oauth.authorize({ method, url }, token)).Authorization;
    },
    onUnauthorized: () => false,
  };
}

/** The account in the realm's spelling: `1234567-sb1` is `1234567_SB1`. */
export const oauthRealm = (accountId: string): string => accountId.replace('-', '_').toUpperCase();

const freshNonce = (): string => randomBytes(16).toString('hex');
