import { api } from '#lib/api.ts';
import { dropAllDrafts } from '#lib/drafts.ts';
import { clearPendingSignIn } from '#lib/pending-sign-in.ts';
import { clearSession } from '#lib/session.ts';

/** Maximum wait for the server to end the session, in milliseconds. */
const TIMEOUT_MS = 2000;

/**
 * Removes token and user immediately, tries to end the session on the server, and reloads the page, which clears
 * everything cached. The next user starts at the first page, not where this user left off, unless `next` is a link that
 * also works signed out.
 */
export async function signOut(next = '/login'): Promise<void> {
  // The request takes the token before it is removed. If the server is unavailable or has already ended the session,
  // the user is signed out here all the same.
  const ended = api('POST /auth/logout', { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  dropAllDrafts();
  clearPendingSignIn();
  window.history.replaceState(null, '', next);
  clearSession();
  // The next form is shown already, and the reload would lose what is typed into it.
  document.body.inert = true;
  await ended;
  window.location.reload();
}
