import type { Signer } from './credentials.ts';
import { parseExactJson } from './exact-json.ts';
import type { Limiter } from './limiter.ts';
import { errorFromAnswer, NetsuiteError } from './netsuite-error.ts';
import { parseRetryAfter, type RetryPolicy, type RetryTools, withRetries } from './retry.ts';

export interface Request {
  readonly method: 'GET' | 'POST';
  /** Absolute, with its query. */
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** What a caller may say about one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Overrides the client's number of attempts, except while NetSuite is handling too many requests. */
  readonly attempts?: number | undefined;
}

/** Called for each attempt that failed with a transient error. */
export interface TransportLog {
  warn(details: object, message: string): void;
}

export interface TransportOptions extends RetryTools {
  readonly now: () => Date;
  readonly limiter: Limiter;
  /** The simplest query. */
  readonly ping: Request;
  readonly policy: RetryPolicy;
  /** Milliseconds after which one attempt is given up. */
  readonly timeout: number;
  readonly log: TransportLog | undefined;
}

const PING_TIMEOUT_MS = 30_000;

/** HTTP with NetSuite's rules. */
export function createTransport(options: TransportOptions) {
  const { limiter, ping, policy, log } = options;

  function retrying<Result>(request: Request, call: CallOptions, attempt: () => Promise<Result>): Promise<Result> {
    const path = new URL(request.url).pathname;
    const report = ({ status, code }: NetsuiteError) => log?.warn({ path, status, code }, 'a NetSuite request failed');
    return withRetries(attempt, policy, options, report, call);
  }

  async function signed(
    request: Request,
    signer: Signer,
    signal: AbortSignal | undefined,
    isRenewed = false,
  ): Promise<unknown> {
    const Authorization = await signer.authorize(request);
    try {
      return await exchange({ ...request, headers: { ...request.headers, Authorization } }, options, signal);
    } catch (error) {
      const isRefused = error instanceof NetsuiteError && error.status === 401;
      if (isRenewed || !isRefused || !signer.onUnauthorized(Authorization)) throw error;
      return signed(request, signer, signal, true);
    }
  }

  return {
    /**
     * Sends with the limiter, retries and the given sign-in. Resolves with the parsed JSON; undefined for an empty body.
     * Throws NetsuiteError, or the signal's reason.
     */
    send(request: Request, signer: Signer, call: CallOptions = {}): Promise<unknown> {
      const { signal } = call;
      const parts = { signal, ping: () => signed(ping, signer, AbortSignal.timeout(PING_TIMEOUT_MS)) };
      return retrying(request, call, () => limiter.run(() => signed(request, signer, signal), parts));
    },
    /** Sends without sign-in and beside the limiter: the sign-in itself. */
    sendUnsigned(request: Request): Promise<unknown> {
      return retrying(request, {}, () => exchange(request, options, undefined));
    },
  };
}

/** One request, one whole answer. */
async function exchange(
  { url, ...request }: Request,
  { timeout, now }: TransportOptions,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  signal?.throwIfAborted();
  const tooLate = AbortSignal.timeout(timeout);
  const either = AbortSignal.any([tooLate, ...(signal === undefined ? [] : [signal])]);
  try {
    const response = await fetch(url, { ...request, redirect: 'error', signal: either });
    return readAnswer(response, await response.text(), now());
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof NetsuiteError) throw error;
    const detail = tooLate.aborted ? `no answer within ${Math.round(timeout / 1000)} seconds` : connectionFault(error);
    throw new NetsuiteError({ kind: 'unavailable', status: null, code: null, detail, cause: error });
  }
}

function readAnswer(response: Response, text: string, now: Date): unknown {
  const { status, headers } = response;
  let body: unknown;
  try {
    body = text === '' ? undefined : parseExactJson(text);
  } catch (cause) {
    // Only the body shows whether a 400 is a refusal; other bad statuses say enough without one.
    const isCutRefusal = status === 400 && headers.get('content-type')?.includes('json');
    if (response.ok || isCutRefusal) {
      throw new NetsuiteError({ kind: 'unavailable', status, code: null, detail: 'the answer was cut off', cause });
    }
  }
  if (response.ok) return body;
  throw errorFromAnswer(status, body, parseRetryAfter(headers.get('retry-after'), now));
}

function connectionFault(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  const code = typeof cause?.code === 'string' ? cause.code : '';
  if (code === 'ECONNREFUSED') return 'nothing answers at its address';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its address is unknown';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'the secure connection could not be made';
  return 'the connection broke off';
}
