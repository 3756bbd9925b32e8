import { ApiError } from './api-error.ts';
import { t } from './messages.ts';
import { readPendingSignIn, storePendingSignIn } from './pending-sign-in.ts';
import { notifyUnauthorized, readToken, readUser } from './session.ts';
import { toastError } from './toast.ts';

/** Paths on which a 401 shows a toast and changes nothing else. */
const publicPaths = new Set(['/login', '/forgot-password', '/reset-password', '/']);

/** What an answer says; undefined when it is not JSON. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What a refused answer means, however the call was made: the error to throw, and on 401 the end of the session.
 * @param answer as parsed
 * @param token the one that the call carried
 */
export function refusalOf(status: number, answer: unknown, token: string | null): ApiError {
  if (status === 401) refuseSession(token);
  if (typeof answer !== 'object' || answer === null)
    return new ApiError(status, t('errors.server'), { isFromServer: false });
  const message = 'message' in answer && typeof answer.message === 'string' ? answer.message : '';
  const details = 'details' in answer && Array.isArray(answer.details) ? answer.details : [];
  return new ApiError(status, message, { details });
}

/** No answer came at all. */
export function noAnswer(): ApiError {
  return new ApiError(0, t('errors.network'), { isFromServer: false });
}

/** Tells that a call was answered 401 and, but for the public paths, ends the session. */
function refuseSession(token: string | null): void {
  toastError(t('session.unauthorized'), { description: t('session.expired'), id: 'unauthorized' });
  // A late answer to an earlier token must not end the session that followed it.
  if (publicPaths.has(window.location.pathname) || readToken() !== token) return;
  storePendingSignIn({ email: readUser()?.email ?? readPendingSignIn().email });
  notifyUnauthorized();
}
