import { api } from '#lib/api.ts';
import { dropAllDrafts } from '#lib/drafts.ts';
import { clearPendingSignIn } from '#lib/pending-sign-in.ts';
import { clearSession } from '#lib/session.ts';

/** Longest wait for the server to end the session, in milliseconds. */
const TIMEOUT_MS = 2000;

/**
 * Forgets token and user at once, ends the session on the server as well as it can, and loads the page anew, which
 * leaves nothing cached. Whoever signs in next starts at the beginning, not where this person left off, unless a link
 * that works signed out is to go on at `next`.
 */
export async function logOut(next = '/login'): Promise<void> {
  // The call takes the token along before it is removed. A server that is away, or has ended the session already, must
  // not keep anybody signed in here.
  const ended = api('POST /auth/logout', { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  dropAllDrafts();
  clearPendingSignIn();
  window.history.replaceState(null, '', next);
  clearSession();
  await ended;
  window.location.reload();
}
