/** What is wrong with one field of a request; `path` names the field as the client sent it, `rows.0.email`. */
export type ErrorDetail = { path: string; message: string };

/** What a refusal can carry beside its message. */
export type ErrorExtras = {
  /** Kept for the log, never sent. */
  cause?: unknown;
  /** What was wrong with the input, and where. */
  details?: ErrorDetail[];
  headers?: Record<string, string>;
};

/**
 * A refusal that the caller is to see: its HTTP status, a code for programs and logs, one plain sentence for a
 * person. Everything else that is thrown answers as a 500 without a word about itself.
 */
export class PortalError extends Error {
  readonly status: number;
  readonly code: string;
  readonly publicMessage: string;
  readonly details: ErrorDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, publicMessage: string, extras: ErrorExtras = {}) {
    super(publicMessage, extras.cause === undefined ? {} : { cause: extras.cause });
    this.name = 'PortalError';
    this.status = status;
    this.code = code;
    this.publicMessage = publicMessage;
    this.details = extras.details;
    this.headers = extras.headers ?? {};
  }
}

/** 400: malformed or refused input. */
export function badRequest(message: string, details?: ErrorDetail[]): PortalError {
  return new PortalError(400, 'bad_request', message, details === undefined ? {} : { details });
}

/** 400 for one field of the request: the message is also what is said of the field. */
export function invalidField(path: string, message: string): PortalError {
  return badRequest(message, [{ path, message }]);
}

/** 401: no token, or one that is not good any more. Never for wrong credentials. */
export function unauthorized(): PortalError {
  const message = 'Your session has expired or you are not authorized to access this resource';
  return new PortalError(401, 'unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } });
}

/** 403: a known caller whose role may never do this. */
export function forbidden(message = 'Your role does not allow this.'): PortalError {
  return new PortalError(403, 'forbidden', message);
}

/** 404: not there, or not within the caller's scope, without saying which. */
export function notFound(message = 'Not found.'): PortalError {
  return new PortalError(404, 'not_found', message);
}

/** 409: conflicts with what is stored already. `path` names the field of the request that does, where one does. */
export function conflict(message: string, path?: string): PortalError {
  return new PortalError(409, 'conflict', message, path === undefined ? {} : { details: [{ path, message }] });
}

/** 413: more than is accepted. */
export function tooLarge(message: string): PortalError {
  return new PortalError(413, 'too_large', message);
}

/** 415: not in a form that is read here. */
export function unsupportedMediaType(message: string): PortalError {
  return new PortalError(415, 'unsupported_media_type', message);
}

/** 429: too often; the caller is told when it may try again. */
export function tooManyRequests(message: string, retryAfterSeconds: number): PortalError {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) };
  return new PortalError(429, 'too_many_requests', message, { headers });
}

/** 499, as proxies log it: the client left before it was answered, so nobody reads this. */
export function clientGone(): PortalError {
  return new PortalError(499, 'client_gone', 'The connection was closed before the answer.');
}

/** 502: NetSuite did not answer as it should. */
export function badGateway(message: string, cause?: unknown): PortalError {
  return new PortalError(502, 'bad_gateway', message, { cause });
}

/** 503: something the portal needs is away for the moment. */
export function unavailable(message: string, cause?: unknown): PortalError {
  return new PortalError(503, 'unavailable', message, { cause, headers: { 'retry-after': '5' } });
}
