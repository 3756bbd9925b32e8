import { randomBytes } from 'node:crypto';
import { isMac, type Key, mac } from '../../platform/crypto.ts';

/**
 * Device cookies (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies). A browser
 * that has signed in to an account, or reset its password, holds a token for that account. Its failures are counted
 * separately, so that a stranger's guesses never delay the owner. The token grants nothing else.
 *
 * Not a session: the token survives logout and the end of sessions, and is not what the profile lists as 'Signed-in
 * Devices'.
 */
export type DeviceDependencies = {
  /** Key for the tokens' HMACs. */
  deviceKey: Key;
  /** Public URL of the portal. The cookie is Secure if it starts with https. */
  publicUrl: string;
};

const nonceBytes = 16;
/** Maximum number of accounts that one browser remembers, most recent first. */
const maxAccounts = 8;
const maxAgeSeconds = 400 * 24 * 60 * 60;

/** Returns the id of the known device that sent the request, or undefined if it is not known for this account. */
export function findDevice(
  dependencies: DeviceDependencies,
  cookies: string | undefined,
  email: string,
): string | undefined {
  const token = readTokens(dependencies, cookies).find((held) => isFor(dependencies, held, email));
  return token === undefined ? undefined : nonceOf(token).toString('base64url');
}

/** Returns a `Set-Cookie` header that makes the requesting browser a known device of the account, under a new id. */
export function rememberDevice(dependencies: DeviceDependencies, cookies: string | undefined, email: string): string {
  const nonce = randomBytes(nonceBytes);
  const token = Buffer.concat([nonce, mac(dependencies.deviceKey, textOf(nonce, email))]).toString('base64url');
  const others = readTokens(dependencies, cookies).filter((held) => !isFor(dependencies, held, email));
  const value = [token, ...others].slice(0, maxAccounts).join('.');
  const secure = isHttps(dependencies) ? '; Secure' : '';
  return `${cookieName(dependencies)}=${value}; Path=/api/auth; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

function readTokens(dependencies: DeviceDependencies, cookies = ''): string[] {
  const prefix = `${cookieName(dependencies)}=`;
  const found = cookies.split(/; */).find((cookie) => cookie.startsWith(prefix));
  return found === undefined ? [] : found.slice(prefix.length).split('.').slice(0, maxAccounts);
}

function isFor(dependencies: DeviceDependencies, token: string, email: string): boolean {
  const given = Buffer.from(token, 'base64url').subarray(nonceBytes);
  return isMac(dependencies.deviceKey, textOf(nonceOf(token), email), given);
}

function nonceOf(token: string): Buffer {
  return Buffer.from(token, 'base64url').subarray(0, nonceBytes);
}

/** What a token's MAC is made of. */
function textOf(nonce: Buffer, email: string): string {
  return `${nonce.toString('base64url')}:${email}`;
}

function isHttps({ publicUrl }: DeviceDependencies): boolean {
  return publicUrl.startsWith('https:');
}

/** Browsers accept this prefix only over https. */
function cookieName(dependencies: DeviceDependencies): string {
  return isHttps(dependencies) ? '__Secure-device' : 'device';
}
