import { randomBytes } from 'node:crypto';
import type { SandboxClock } from '../clock.ts';

/** Lifetime of an access token in seconds. */
export const tokenLifetime = 3600;

/** The bearer tokens that are out, kept in memory: a restart ends them, as a revocation does. */
export type AccessTokens = ReturnType<typeof createAccessTokens>;

export function createAccessTokens(clock: SandboxClock) {
  const expiries = new Map<string, number>();
  return {
    issue(clientId: string) {
      for (const [token, expiry] of expiries) if (expiry <= clock.now().getTime()) expiries.delete(token);
      const token = `${clientId.slice(0, 8)}.${randomBytes(48).toString('base64url')}`;
      expiries.set(token, clock.now().getTime() + tokenLifetime * 1000);
      return token;
    },
    isValid: (token: string) => (expiries.get(token) ?? 0) > clock.now().getTime(),
    revokeAll: () => expiries.clear(),
  };
}
