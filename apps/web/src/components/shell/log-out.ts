import { api } from '#lib/api.ts';
import { dropAllDrafts } from '#lib/drafts.ts';
import { clearSession } from '#lib/session.ts';

/**
 * Ends the session on the server as well as it can, forgets token and user, and loads the page anew, which leaves
 * nothing cached. Whoever signs in next starts at the beginning, not where this person left off, unless a link that
 * works signed out is to go on at `next`.
 */
export async function logOut(next = '/login'): Promise<void> {
  // A server that is away, or has ended the session already, must not keep anybody signed in here.
  await api('POST /auth/logout').catch(() => undefined);
  dropAllDrafts();
  window.history.replaceState(null, '', next);
  clearSession();
  window.location.reload();
}
