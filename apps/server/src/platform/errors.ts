/** Validation error of one field; `path` names the field as the client sent it, `rows.0.email`. */
export type ErrorDetail = { path: string; message: string };

/** Optional properties of an error besides its message. */
export type ErrorExtras = {
  /** Logged, never sent. */
  cause?: unknown;
  /** Validation errors of the input. */
  details?: ErrorDetail[];
  headers?: Record<string, string>;
};

/**
 * An error for the client: HTTP status, a code for programs and logs, and one plain sentence for people. All other
 * errors become a 500 without details.
 */
export class PortalError extends Error {
  readonly status: number;
  readonly code: string;
  readonly publicMessage: string;
  readonly details: ErrorDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, publicMessage: string, extras: ErrorExtras = {}) {
    const { stackTraceLimit } = Error;
    // A refusal is no fault, and in a flood of refusals, recording their stacks takes time from the others.
    if (status < 500) Error.stackTraceLimit = 0;
    super(publicMessage, extras.cause === undefined ? {} : { cause: extras.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'PortalError';
    this.status = status;
    this.code = code;
    this.publicMessage = publicMessage;
    this.details = extras.details;
    this.headers = extras.headers ?? {};
  }
}

/** 400: malformed or invalid input. */
export function badRequest(message: string, details?: ErrorDetail[]): PortalError {
  return new PortalError(400, 'bad_request', message, details === undefined ? {} : { details });
}

/** 400 for one field of the request, with the same message for the field. */
export function invalidField(path: string, message: string): PortalError {
  return badRequest(message, [{ path, message }]);
}

/** Client input as it is repeated in an error message: its first characters. */
export function shorten(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** 401: missing or invalid token. Never for wrong credentials. */
export function unauthorized(): PortalError {
  const message = 'Your session has expired or you are not authorized to access this resource';
  return new PortalError(401, 'unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } });
}

/** 403: the user's role may never do this. */
export function forbidden(message = 'Your role does not allow this.'): PortalError {
  return new PortalError(403, 'forbidden', message);
}

/** 404: does not exist or is outside the caller's scope, without revealing which. */
export function notFound(message = 'Not found.'): PortalError {
  return new PortalError(404, 'not_found', message);
}

/** 409: conflicts with stored data. `path` names the conflicting field, if there is one. */
export function conflict(message: string, path?: string): PortalError {
  return new PortalError(409, 'conflict', message, path === undefined ? {} : { details: [{ path, message }] });
}

/** 413: above the size limit. */
export function tooLarge(message: string): PortalError {
  return new PortalError(413, 'too_large', message);
}

/** 415: unsupported content type. */
export function unsupportedMediaType(message: string): PortalError {
  return new PortalError(415, 'unsupported_media_type', message);
}

/** 429: too many requests; includes the time until the next attempt. */
export function tooManyRequests(message: string, retryAfterSeconds: number): PortalError {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) };
  return new PortalError(429, 'too_many_requests', message, { headers });
}

/** 499, as in proxy logs: the client disconnected before the response, so nobody receives this. */
export function clientGone(): PortalError {
  return new PortalError(499, 'client_gone', 'The connection was closed before the answer.');
}

/** 502: invalid answer from NetSuite. */
export function badGateway(message: string, cause?: unknown): PortalError {
  return new PortalError(502, 'bad_gateway', message, { cause });
}

/** 503: a required service is temporarily unavailable. */
export function unavailable(message: string, cause?: unknown): PortalError {
  return new PortalError(503, 'unavailable', message, { cause, headers: { 'retry-after': '5' } });
}
