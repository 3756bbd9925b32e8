/** Kinds of failures, grouped by how a caller can react. */
export type NetsuiteErrorKind =
  /** The credentials, or the role behind them, are refused. */
  | 'sign-in'
  /** The role lacks a permission for this very call. */
  | 'permission'
  | 'not-found'
  /** NetSuite understood the call and refuses it; calling again gives the same. */
  | 'refused'
  /** Too many requests at once for the account's limit. */
  | 'busy'
  /** NetSuite failed, answered in pieces, or could not be reached: worth another try. */
  | 'unavailable'
  /** Not sent, since previous requests failed; `detail` says when the next attempt is made. */
  | 'circuit-open';

interface Details {
  readonly kind: NetsuiteErrorKind;
  /** HTTP status; null where no answer came. */
  readonly status: number | null;
  /** NetSuite's own code (`o:errorCode`, or OAuth's `error`). */
  readonly code: string | null;
  /** NetSuite's own words, or ours where it had none. */
  readonly detail: string;
  /** Milliseconds that NetSuite asked to wait (Retry-After). */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** The one error of this package. `message` is a plain sentence without address, token or query text. */
export class NetsuiteError extends Error implements Details {
  readonly kind: NetsuiteErrorKind;
  readonly status: number | null;
  readonly code: string | null;
  readonly detail: string;
  readonly retryAfter: number | undefined;

  constructor({ kind, status, code, detail, retryAfter, cause }: Details) {
    const words = detail.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
    super(`${openings[kind]}${words === '' ? '' : `: ${words}`}.`, cause === undefined ? {} : { cause });
    this.name = 'NetsuiteError';
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  /** Whether the same call may succeed when made again. */
  get transient(): boolean {
    return this.kind === 'busy' || this.kind === 'unavailable';
  }
}

/** Whether a call failed in one of these ways. */
export function failedAs(error: unknown, ...kinds: readonly NetsuiteErrorKind[]): error is NetsuiteError {
  return error instanceof NetsuiteError && kinds.includes(error.kind);
}

/** Whether NetSuite failed without a reason: by chance, or always where a column or a record is at fault (suiteql-facts, section 7). */
export function isServerError(error: unknown): error is NetsuiteError {
  return failedAs(error, 'unavailable') && error.status === 500;
}

const openings: Record<NetsuiteErrorKind, string> = {
  'sign-in': 'NetSuite refused the sign-in',
  permission: 'The NetSuite role lacks a permission',
  'not-found': 'NetSuite has no such record',
  refused: 'NetSuite refused the request',
  busy: 'NetSuite is handling too many requests',
  unavailable: 'NetSuite could not answer',
  'circuit-open': 'NetSuite has failed repeatedly',
};

/** Reads a refusal of NetSuite: its error body `{ title, status, "o:errorDetails": [...] }`, or OAuth's. */
export function errorFromAnswer(status: number, body: unknown, retryAfter?: number): NetsuiteError {
  const { code, detail } = readErrorBody(body);
  const kind = kindOf(status, code, detail);
  // The answer of SuiteQL without this permission, which it does not name (rest-facts, section 1).
  const cure = kind === 'permission' && /your current role/i.test(detail ?? '') ? workbookCure : '';
  return new NetsuiteError({ kind, status, code, detail: `${detail ?? `status ${status}`}${cure}`, retryAfter });
}

const workbookCure =
  ' To use SuiteQL, by which everything is read, add the permission Reports > SuiteAnalytics Workbook, level Edit, to the role ' +
  'under Setup > Users/Roles > Manage Roles, and turn on the feature SuiteAnalytics Workbook under Setup > Company > Enable Features.';

function kindOf(status: number, code: string | null, detail: string | null): NetsuiteErrorKind {
  // RESTlets answer 400 at overload, REST web services 429 (rest-facts, sections 5 and 6).
  if (status === 429 || /^(SSS_REQUEST|CONCURRENCY)_LIMIT_EXCEEDED$/.test(code ?? '')) return 'busy';
  if (status >= 500 || status === 408) return 'unavailable';
  // NetSuite reports a missing permission under several statuses; the code or the message identifies it.
  if (status === 403 || /INSUFFICIENT_PERMISSION/i.test(code ?? '')) return 'permission';
  if (status === 400 && /permission violation|do(es)? not have permission/i.test(detail ?? '')) return 'permission';
  if (status === 401) return 'sign-in';
  // Records that are not there have several forms (rest-facts, section 7); other addresses that are not there say nothing of them.
  const isOfRecord = code === 'NONEXISTENT_ID' || /record( instance)? does not exist/i.test(detail ?? '');
  if (status === 404 && isOfRecord) return 'not-found';
  return 'refused';
}

function readErrorBody(body: unknown): { code: string | null; detail: string | null } {
  if (typeof body !== 'object' || body === null) return { code: null, detail: null };
  const { 'o:errorDetails': details, ...outer } = body as Record<string, unknown>;
  const inner = ((Array.isArray(details) ? details[0] : undefined) ?? {}) as Record<string, unknown>;
  const first = (...values: unknown[]) => values.find((value) => typeof value === 'string' && value !== '') ?? null;
  return {
    code: first(inner['o:errorCode'], outer['o:errorCode'], outer.error) as string | null,
    detail: first(inner.detail, outer.error_description, outer.detail, outer.title, outer.error) as string | null,
  };
}
