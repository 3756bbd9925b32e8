import { ApiError } from './api-error.ts';
import { readPendingSignIn, storePendingSignIn } from './pending-sign-in.ts';
import { notifyUnauthorized, readToken, readUser } from './session.ts';
import { t } from './signed-out-texts.ts';
import { toastError } from './toast.ts';

/** Paths on which a 401 only shows a toast. */
const publicPaths = new Set(['/login', '/forgot-password', '/reset-password', '/']);

/**
 * Handles a failed response of any request: returns the error to throw, and ends the session on 401.
 * @param answer the parsed body
 * @param token the token that the request was sent with
 */
export function handleRefusal(status: number, answer: unknown, token: string | null): ApiError {
  if (status === 401) refuseSession(token);
  if (typeof answer !== 'object' || answer === null)
    return new ApiError(status, t('errors.server'), { isFromServer: false });
  const message = 'message' in answer && typeof answer.message === 'string' ? answer.message : '';
  const details = 'details' in answer && Array.isArray(answer.details) ? answer.details : [];
  return new ApiError(status, message, { details });
}

/** No response arrived. */
export function noAnswer(): ApiError {
  return new ApiError(0, t('errors.network'), { isFromServer: false });
}

/** Shows that a request was answered with 401 and ends the session, except on the public paths. */
function refuseSession(token: string | null): void {
  toastError(t('session.unauthorized'), { description: t('session.expired'), id: 'unauthorized' });
  // A late response to an earlier token must not end the current session.
  if (publicPaths.has(window.location.pathname) || readToken() !== token) return;
  storePendingSignIn({ email: readUser()?.email ?? readPendingSignIn().email });
  notifyUnauthorized();
}
