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

/** Whether a request was answered with 401. The API client has already reported the expired session. */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Reason of a failure: the server's message, or the app's if there was no response; otherwise the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** Text for a failure: the server's message; otherwise the fallback, with the reason if it is known. */
export function failureOf(error: unknown, fallback: string): { message: string; reason?: string } {
  const reason = messageOf(error, '');
  if (reason === '') return { message: fallback };
  return error instanceof ApiError && error.isFromServer ? { message: reason } : { message: fallback, reason };
}

/** The same without the reason, where the specification fixes the text: the description of a toast titled 'Error'. */
export function failureText(error: unknown, fallback: string): string {
  return failureOf(error, fallback).message;
}
