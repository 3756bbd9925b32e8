import { randomBytes } from 'node:crypto';
import { mac, sameBytes } from '../../platform/crypto.ts';

/**
 * Device cookies (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies): a browser in
 * which somebody signed in to an account, or reset its password, holds a token for it. Its failures are counted apart
 * from everyone else's, so that a stranger who guesses never delays the owner. The token grants nothing else.
 */
export type DeviceDependencies = {
  /** Of the tokens' HMACs. */
  deviceKey: Buffer;
  /** Where people reach the portal: decides whether the cookie is for https alone. */
  publicUrl: string;
};

const nonceBytes = 16;
/** Accounts that one browser remembers, the latest first. */
const maxAccounts = 8;
const maxAgeSeconds = 400 * 24 * 60 * 60;

/** Id of the known device that a request comes from; undefined where it is not known for this account. */
export function findDevice(
  dependencies: DeviceDependencies,
  cookies: string | undefined,
  email: string,
): string | undefined {
  const token = readTokens(dependencies, cookies).find((held) => isFor(dependencies, held, email));
  return token === undefined ? undefined : nonceOf(token).toString('base64url');
}

/** `Set-Cookie` header that makes the browser of a request a known device of an account, under a new id. */
export function rememberDevice(dependencies: DeviceDependencies, cookies: string | undefined, email: string): string {
  const nonce = randomBytes(nonceBytes);
  const token = Buffer.concat([nonce, macOf(dependencies, nonce, email)]).toString('base64url');
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
  return sameBytes(Buffer.from(token, 'base64url').subarray(nonceBytes), macOf(dependencies, nonceOf(token), email));
}

function nonceOf(token: string): Buffer {
  return Buffer.from(token, 'base64url').subarray(0, nonceBytes);
}

function macOf({ deviceKey }: DeviceDependencies, nonce: Buffer, email: string): Buffer {
  return mac(deviceKey, `${nonce.toString('base64url')}:${email}`);
}

function isHttps({ publicUrl }: DeviceDependencies): boolean {
  return publicUrl.startsWith('https:');
}

/** Browsers accept the prefix only from https. */
function cookieName(dependencies: DeviceDependencies): string {
  return isHttps(dependencies) ? '__Secure-device' : 'device';
}
