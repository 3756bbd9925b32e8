import { randomBytes } from 'node:crypto';
import type { SandboxClock } from '../clock.ts';

/** Lifetime of an access token in seconds. */
export const tokenLifetime = 3600;

/** The bearer tokens that are out, kept in memory: a restart ends them, as a revocation does. */
export type AccessTokens = {
  issue(clientId: string): string;
  isValid(token: string): boolean;
  revokeAll(): void;
};

export function createAccessTokens(clock: SandboxClock): AccessTokens {
  const expiries = new Map<string, number>();
  return {
    issue(clientId) {
      for (const [token, expiry] of expiries) if (expiry <= clock.now().getTime()) expiries.delete(token);
      const token = `${clientId.slice(0, 8)}.${randomBytes(48).toString('base64url')}`;
      expiries.set(token, clock.now().getTime() + tokenLifetime * 1000);
      return token;
    },
    isValid: (token) => (expiries.get(token) ?? 0) > clock.now().getTime(),
    revokeAll: () => expiries.clear(),
  };
}
