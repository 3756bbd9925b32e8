import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { readToken } from '#lib/session.ts';

/** Sends whoever is signed out to /login, which brings them back here afterwards. */
export function requireSession(location: ParsedLocation): void {
  if (readToken() !== null) return;
  const home = location.pathname === '/' || location.pathname === '/overview';
  throw redirect({ to: '/login', search: home ? {} : { next: location.href }, replace: true });
}
