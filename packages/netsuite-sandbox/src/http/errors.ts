/** An answer that NetSuite refuses with; thrown anywhere, turned into its error body in one place. */
export class NetsuiteError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.name = 'NetsuiteError';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Title and section of RFC 9110 by status. NetSuite answers 429 under those of a 400. */
const kinds: Record<number, [title: string, section: string]> = {
  400: ['Bad Request', '15.5.1'],
  401: ['Unauthorized', '15.5.2'],
  403: ['Forbidden', '15.5.4'],
  404: ['Not Found', '15.5.5'],
  415: ['Unsupported Media Type', '15.5.16'],
  429: ['Bad Request', '15.5.1'],
};

/** NetSuite's error body (RFC 7807 with Oracle's own details). */
export function errorBody({ status, code, message }: NetsuiteError): Record<string, unknown> {
  const [title, section] = kinds[status] ?? ['Internal Server Error', '15.6.1'];
  const type = `https://www.rfc-editor.org/rfc/rfc9110.html#section-${section}`;
  return { type, title, status, 'o:errorDetails': [{ detail: message, 'o:errorCode': code }] };
}

/** 500: what NetSuite says when it fails itself. */
export function unexpectedError(): NetsuiteError {
  return new NetsuiteError(500, 'UNEXPECTED_ERROR', 'An unexpected error occurred. Error ID: sandbox.');
}

/** 400: a query, or a parameter beside it, that cannot be used. */
export function invalidParameter(detail: string): NetsuiteError {
  return new NetsuiteError(400, 'INVALID_PARAMETER', detail);
}

/** 400: lists and SuiteQL without the permission SuiteAnalytics Workbook, while single records can be read (rest-facts, section 1). */
export function missingWorkbook(): NetsuiteError {
  const detail =
    'Your current role does not have permission to perform this action. Please contact your account administrator.';
  return new NetsuiteError(400, 'USER_ERROR', detail);
}
