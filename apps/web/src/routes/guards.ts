import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { readToken } from '#lib/session.ts';

/** Redirects signed-out users to /login, which returns them here afterwards. */
export function requireSession(location: ParsedLocation): void {
  if (readToken() !== null) return;
  const home = location.pathname === '/' || location.pathname === '/overview';
  throw redirect({ to: '/login', search: home ? {} : { next: location.href }, replace: true });
}
