import { isMac, type Key, mac, randomToken } from '../../platform/crypto.ts';

/** Characters of the random part. */
const randomLength = 43;

/**
 * A new session token: 256 random bits and their MAC, as 86 URL-safe characters. The MAC grants nothing, but tells a token
 * of the portal from a made-up one without a query.
 */
export function createSessionToken(key: Key): string {
  const random = randomToken();
  return random + mac(key, random).toString('base64url');
}

/** Whether the portal has made this token, for a session that may have ended. */
export function isSessionToken(key: Key, token: string): boolean {
  return isMac(key, token.slice(0, randomLength), Buffer.from(token.slice(randomLength), 'base64url'));
}
