import type { z } from 'zod';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What one call of the HTTP API looks like from outside: enough to mount, document, call and check it. */
export interface EndpointDefinition {
  readonly method: Method;
  /** Path below the API's mount point; parameters in braces: `/users/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** The feature the call belongs to; groups the reference pages. */
  readonly tag: string;
  /** Who may call it at all. What such a caller then sees is decided by its scope. */
  readonly permission: Permission;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Fields that travel beside the one file `file` of a multipart body. */
  readonly multipart?: z.ZodObject;
  /** The answer is not JSON: its content type. */
  readonly binary?: string;
  /** Status of the good answer; 200 when absent. */
  readonly status?: 200 | 201;
  readonly response: z.ZodType;
  /** Statuses of the refusals a caller must expect beside 500 and 503. */
  readonly errors: readonly ErrorStatus[];
}

/** What each of them means to a caller is in the API's description, and in docs/api.md. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 502 | 503;

/** Describes one call. Returns its argument, typed to the letter. */
export function endpoint<const Definition extends EndpointDefinition>(definition: Definition): Definition {
  return definition;
}

/** `GET /users/{id}`: the name of a call in the typed client and in reports. */
export type EndpointKey<E extends EndpointDefinition> = `${E['method']} ${E['path']}`;

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What a client sends and gets back, in the types of the wire. */
export interface Call<E extends EndpointDefinition> {
  params: InputOf<E['params']>;
  query: InputOf<E['query']>;
  body: InputOf<E['body']>;
  multipart: InputOf<E['multipart']>;
  response: z.output<E['response']>;
}
