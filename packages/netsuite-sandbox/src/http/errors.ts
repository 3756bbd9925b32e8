/** An answer that NetSuite refuses with; thrown anywhere, turned into its error body in one place. */
export class NetsuiteError extends Error {
  readonly status: number;
  readonly code: string;
  readonly queryParameter: string | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    detail: string,
    options: { queryParameter?: string; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.name = 'NetsuiteError';
    this.status = status;
    this.code = code;
    this.queryParameter = options.queryParameter;
    this.headers = options.headers ?? {};
  }
}

/** Title and RFC 9110 section of each status that is answered. */
const kinds: Record<number, { title: string; section: string }> = {
  400: { title: 'Bad Request', section: '15.5.1' },
  401: { title: 'Unauthorized', section: '15.5.2' },
  403: { title: 'Forbidden', section: '15.5.4' },
  404: { title: 'Not Found', section: '15.5.5' },
  405: { title: 'Method Not Allowed', section: '15.5.6' },
  415: { title: 'Unsupported Media Type', section: '15.5.16' },
  // NetSuite answers 429 under the title of a 400.
  429: { title: 'Bad Request', section: '15.5.1' },
  500: { title: 'Internal Server Error', section: '15.6.1' },
};

/** NetSuite's error body (RFC 7807 with Oracle's own details). */
export function errorBody(error: NetsuiteError): Record<string, unknown> {
  const kind = kinds[error.status] ?? { title: 'Internal Server Error', section: '15.6.1' };
  return {
    type: `https://www.rfc-editor.org/rfc/rfc9110.html#section-${kind.section}`,
    title: kind.title,
    status: error.status,
    'o:errorDetails': [
      {
        detail: error.message,
        ...(error.queryParameter === undefined ? {} : { 'o:errorQueryParam': error.queryParameter }),
        'o:errorCode': error.code,
      },
    ],
  };
}

/** 500: what NetSuite says when it fails itself. */
export function unexpectedError(): NetsuiteError {
  return new NetsuiteError(500, 'UNEXPECTED_ERROR', 'An unexpected error occurred. Error ID: sandbox.');
}

/** 429: what it says beyond the account's concurrency limit; real accounts have been seen to send no Retry-After. */
export function concurrencyExceeded(headers: Record<string, string>): NetsuiteError {
  const detail = 'Concurrent request limit exceeded. Request blocked.';
  return new NetsuiteError(429, 'CONCURRENCY_LIMIT_EXCEEDED', detail, { headers });
}

/** 400: a parameter of the query, named where it is one, that cannot be used. */
export function invalidParameter(detail: string, queryParameter?: string): NetsuiteError {
  const options = queryParameter === undefined ? {} : { queryParameter };
  return new NetsuiteError(400, 'INVALID_PARAMETER', detail, options);
}

/** 400: lists and SuiteQL without the permission SuiteAnalytics Workbook, while single records can be read (rest-facts, section 1). */
export function missingWorkbook(): NetsuiteError {
  const detail =
    'Your current role does not have permission to perform this action. Please contact your account administrator.';
  return new NetsuiteError(400, 'USER_ERROR', detail);
}
