import type { ApiMap } from '@portal/contract/api';
import { noAnswer, refusalOf } from './api-answer.ts';
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
  signal?: AbortSignal | undefined;
}

const base: string = import.meta.env.VITE_API_BASE ?? '/api';

/**
 * Sends a request to an endpoint of the contract: `api('GET /auth/profile')`. Only the key is part of the browser
 * bundle, not the schemas.
 * @throws {ApiError} for every unsuccessful response, and if there is no response
 */
export async function api<Key extends ApiKey>(key: Key, ...[input]: ApiArguments<Key>): Promise<ApiAnswer<Key>> {
  const { params, query, body, signal }: AnyInput = input ?? {};
  const { method, url } = addressOf(key, params);
  const token = readToken();
  const headers = new Headers({ accept: 'application/json', ...authorization(token) });
  if (body !== undefined) headers.set('content-type', 'application/json');
  const response = await send(`${url}${queryString(query)}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  const answer = parseJson(await readText(response, signal));
  // A response that is not JSON is not from the server, regardless of its status: a proxy's sign-in page, for example.
  if (response.ok && answer !== undefined) return answer as ApiAnswer<Key>;
  throw refusalOf(response.status, answer, token);
}

/** Address of an endpoint below the site's root, for requests that cannot use `api`: an event stream. */
export function apiPath(path: string): string {
  return `${base}${path}`;
}

/** Method and address of an endpoint, for requests that are sent in another way: an upload or a download. */
export function addressOf(key: ApiKey, params: unknown): { method: string; url: string } {
  const [method = 'GET', path = '/'] = key.split(' ');
  return { method, url: `${base}${fillPath(path, params)}` };
}

/** Headers of every request: the user's token. */
export function authorization(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/**
 * Sends a request and returns its response, successful or not.
 * @throws {ApiError} if there is no response
 */
export async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw noAnswer();
  }
}

async function readText(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noAnswer();
  }
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
