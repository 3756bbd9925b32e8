import type { ApiMap } from '@portal/contract/api';
import { handleRefusal, noAnswer } from './api-answer.ts';
import { parseJson } from './json.ts';
import { readToken } from './session.ts';

/** The key of an endpoint: `GET /netsuite-sales-orders/{id}`. */
export type ApiKey = keyof ApiMap;
/** The response type of an endpoint. */
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
  signal?: AbortSignal | null | undefined;
}

const base: string = import.meta.env.VITE_API_BASE ?? '/api';

/**
 * Sends a request to an endpoint of the contract: `api('GET /auth/profile')`. Only the key is part of the browser
 * bundle, not the schemas.
 * @throws {ApiError} for every unsuccessful response, and if there is no response
 */
export async function api<Key extends ApiKey>(key: Key, ...[input]: ApiArguments<Key>): Promise<ApiAnswer<Key>> {
  const { params, query, body, signal = null }: AnyInput = input ?? {};
  const { method, url } = addressOf(key, params, query);
  const accept = { accept: 'application/json' };
  const response = await request(url, {
    method,
    headers: body === undefined ? accept : { ...accept, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  });
  const answer = parseJson(await readText(response, signal));
  // A response that is not JSON is not from the server, regardless of its status: a proxy's sign-in page, for example.
  if (answer === undefined) throw handleRefusal(response.status, answer, null);
  return answer as ApiAnswer<Key>;
}

/** Method and address of an endpoint, for requests that are sent in another way: an upload or a download. */
export function addressOf(key: ApiKey, params?: unknown, query?: unknown): { method: string; url: string } {
  const [method = 'GET', path = '/'] = key.split(' ');
  return { method, url: `${base}${fillPath(path, params)}${queryString(query)}` };
}

/** Headers of every request: the user's token. */
export function authorization(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/**
 * Sends a request with the user's token and returns its response.
 * @throws {ApiError} for every unsuccessful response, and if there is no response
 */
export async function request(
  url: string,
  { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
): Promise<Response> {
  const token = readToken();
  const response = await answered(
    fetch(url, { ...init, headers: { ...authorization(token), ...headers } }),
    init.signal,
  );
  if (response.ok) return response;
  throw handleRefusal(response.status, parseJson(await readText(response, init.signal)), token);
}

function readText(response: Response, signal: AbortSignal | null | undefined): Promise<string> {
  return answered(response.text(), signal);
}

/** The connection may be lost at any time; a request that was aborted on purpose fails with its own reason. */
async function answered<Answer>(reading: Promise<Answer>, signal: AbortSignal | null | undefined): Promise<Answer> {
  try {
    return await reading;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noAnswer();
  }
}

function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}

/** Leaves out empty values. */
function queryString(query: unknown): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
