/** A request that failed or got no response. `status` is 0 without a response. `message` can be shown to the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: readonly { path: string; message: string }[];
  /** True if `message` is the server's; false if it is the app's, for a missing or empty response. */
  readonly isFromServer: boolean;

  constructor(
    status: number,
    message: string,
    { details = [], isFromServer = true }: Partial<Pick<ApiError, 'details' | 'isFromServer'>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.details = details;
    this.isFromServer = isFromServer;
  }
}

/** Whether a request was answered 401. Its end of the session has been reported already, by the request itself. */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Why something failed: the server's own sentence, or the app's where none came; else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** What to tell about a failure: the server's own sentence, else the fallback and, where that is known, why none came. */
export function failureOf(error: unknown, fallback: string): { message: string; reason?: string } {
  const reason = messageOf(error, '');
  if (reason === '') return { message: fallback };
  return error instanceof ApiError && error.isFromServer ? { message: reason } : { message: fallback, reason };
}

/** The same without the reason, for where the text must be exactly this: the description of a toast titled 'Error'. */
export function failureText(error: unknown, fallback: string): string {
  return failureOf(error, fallback).message;
}
