import type { ApiMap } from '@portal/contract/api';
import { ApiError } from './api-error.ts';
import { t } from './messages.ts';
import { clearSession, readToken } from './session.ts';
import { toastError } from './toast.ts';

/** The name of a call: `GET /netsuite-sales-orders/{id}`. */
export type ApiKey = keyof ApiMap;
/** What a call answers. */
export type ApiAnswer<Key extends ApiKey> = ApiMap[Key]['response'];

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [N in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };

type ApiInput<Key extends ApiKey> = Part<'params', ApiMap[Key]['params']> &
  Part<'query', ApiMap[Key]['query']> &
  Part<'body', ApiMap[Key]['body']> & { signal?: AbortSignal | undefined };

type ApiArguments<Key extends ApiKey> =
  Record<never, never> extends ApiInput<Key> ? [input?: ApiInput<Key>] : [input: ApiInput<Key>];

interface AnyInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

const base: string = import.meta.env.VITE_API_BASE ?? '/api';

/** Screens on which a refused token changes nothing: nobody is signed in there. */
const publicPaths = new Set(['/login', '/forgot-password', '/reset-password', '/']);

/**
 * Makes one call of the contract: `api('GET /auth/profile')`. Only the key reaches the browser; schemas stay behind.
 * @throws {ApiError} for every answer that is not a good one, and when no answer came.
 */
export async function api<Key extends ApiKey>(key: Key, ...[input]: ApiArguments<Key>): Promise<ApiAnswer<Key>> {
  const { params, query, body, signal }: AnyInput = input ?? {};
  const [method = 'GET', path = '/'] = key.split(' ');
  const token = readToken();
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const response = await send(`${base}${fillPath(path, params)}${queryString(query)}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  const answer = await readJson(response);
  if (response.ok) return answer as ApiAnswer<Key>;
  if (response.status === 401) refuseSession(token);
  throw toApiError(response.status, answer);
}

/** A call's address below the site's root, for what cannot go through `api`: an event stream, a download. */
export function apiPath(path: string): string {
  return `${base}${path}`;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, t('errors.network'));
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toApiError(status: number, answer: unknown): ApiError {
  if (typeof answer !== 'object' || answer === null) return new ApiError(status, t('errors.server'));
  const message = 'message' in answer && typeof answer.message === 'string' ? answer.message : '';
  const details = 'details' in answer && Array.isArray(answer.details) ? answer.details : [];
  return new ApiError(status, message, details);
}

/** The rule of specification §4. The router hears of the cleared session and shows the sign-in screen. */
function refuseSession(token: string | null): void {
  toastError(t('session.unauthorized'), { description: t('session.expired'), id: 'unauthorized' });
  // A late answer to an earlier token must not end the session that followed it.
  if (!publicPaths.has(window.location.pathname) && readToken() === token) clearSession();
}

function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}

function queryString(query: unknown): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
