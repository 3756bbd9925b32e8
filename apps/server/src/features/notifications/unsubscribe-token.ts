import { isMac, type Key, mac } from '../../platform/crypto.ts';

/** Token of the links in a user's mails. It ends mails and does nothing else, so it never expires. */
export function unsubscribeToken(key: Key, userId: string): string {
  return `${userId}.${mac(key, userId).toString('base64url')}`;
}

/** The user of a token; undefined if it is not signed by us. */
export function userOfToken(key: Key, token: string): string | undefined {
  const [userId = '', signature = ''] = token.split('.');
  return isMac(key, userId, Buffer.from(signature, 'base64url')) ? userId : undefined;
}
