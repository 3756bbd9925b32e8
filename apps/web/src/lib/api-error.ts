/** A call that was refused or never arrived. `status` is 0 when no answer came. `message` is fit to be shown. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: readonly { path: string; message: string }[];

  constructor(status: number, message: string, details: readonly { path: string; message: string }[] = []) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.details = details;
  }
}

/**
 * What to tell about a failure: the server's own sentence when it sent one, else the fallback.
 * A call that never arrived tells so itself: no fallback could say more.
 */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}
