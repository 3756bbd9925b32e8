import { errorBody } from '@portal/contract/common';
import type { ApiTypes, EndpointDefinition } from '@portal/contract/endpoint';
import { expect } from 'vitest';

export type Answer<Body> = { status: number; headers: Headers; body: Body };

export type CallInput<E extends EndpointDefinition> = {
  token?: string;
  params?: ApiTypes<E>['params'];
  query?: ApiTypes<E>['query'];
  /** Any input that the contract allows, or a deliberately invalid one. */
  body?: unknown;
  headers?: Record<string, string>;
};

// biome-ignore lint/suspicious/noExplicitAny: a body may be any endpoint's answer or a refusal; tests look at either.
type AnyBody = any;

/**
 * Sends a request over HTTP and validates the response against the contract: the contract defines its status, and its
 * body matches that status's schema without extra fields.
 */
export async function callEndpoint<E extends EndpointDefinition>(
  baseUrl: string,
  endpoint: E,
  input: CallInput<E> = {},
): Promise<Answer<AnyBody>> {
  const params: Record<string, unknown> = { ...input.params };
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const url = new URL(`${baseUrl}/api${path}`);
  for (const [name, value] of Object.entries({ ...input.query })) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      ...(input.token === undefined ? {} : { authorization: `Bearer ${input.token}` }),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...input.headers,
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  checkAnswer(endpoint, response.status, body);
  return { status: response.status, headers: response.headers, body };
}

/** Fails the test if a response does not match the contract of its endpoint. */
export function checkAnswer(endpoint: EndpointDefinition, status: number, body: unknown): void {
  const name = `${endpoint.method} ${endpoint.path} → ${status}`;
  const good = endpoint.status ?? 200;
  const limited = endpoint.isUnlimited ? [] : [429];
  const statuses: number[] = [good, ...endpoint.errors, ...limited, 503];
  expect(statuses, `${name}: is this status in the contract? ${JSON.stringify(body)}`).toContain(status);
  const result = (status === good ? endpoint.response : errorBody).safeParse(body);
  expect(result.error?.issues ?? [], `${name} against its schema`).toEqual([]);
  expect(body, `${name} holds fields beyond its schema`).toEqual(result.data);
  if (status !== good) expect(body).toMatchObject({ statusCode: status });
}
