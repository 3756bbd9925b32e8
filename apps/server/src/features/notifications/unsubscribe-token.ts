import { mac } from '../../platform/crypto.ts';

/** Signature of a user's id for links that end its mails. It ends mails and does nothing else, so it never expires. */
export function signUser(key: Buffer, userId: string): string {
  return mac(key, userId).toString('base64url');
}

/** Token of the links in a user's mails. */
export function unsubscribeToken(key: Buffer, userId: string): string {
  return `${userId}.${signUser(key, userId)}`;
}
