import * as contract from '@portal/contract/auth';
import type { TestApp } from './app.ts';

/** A network address that no other caller of a test has; needs an app with `trustProxy: 1`. */
export function addressHeader(address: string): Record<string, string> {
  return { 'x-forwarded-for': address };
}

let addresses = 0;
/** Addresses of the block reserved for documentation. */
export function freshAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses % 256}`;
}

/** First step, by default from a unique address, with the cookie of a known device if there is one. */
export function beginSignIn(app: TestApp, email: string, password: string, address = freshAddress(), cookie = '') {
  return app.call(contract.beginSignIn, { body: { email, password }, headers: { ...addressHeader(address), cookie } });
}

/** Second step. */
export function finishSignIn(app: TestApp, email: string, otp: string, address = freshAddress(), cookie = '') {
  return app.call(contract.finishSignIn, { body: { email, otp }, headers: { ...addressHeader(address), cookie } });
}

/** The cookie set by a response, as a browser sends it back. */
export function cookieOf({ headers }: { headers: Headers }): string {
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Any code except this one. */
export function wrongCode(code: string): string {
  return ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');
}
