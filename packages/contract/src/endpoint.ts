import type { z } from 'zod';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Describes one endpoint of the HTTP API: enough to mount, document, call and validate it. */
export interface EndpointDefinition {
  readonly method: Method;
  /** Path below the API's mount point; parameters in braces: `/users/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** The feature that the endpoint belongs to; groups the reference pages. */
  readonly tag: string;
  /** Permission required to call it. The caller's scope decides which data it can see. */
  readonly permission: Permission;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Fields of a multipart body beside its one file `file`. */
  readonly multipart?: z.ZodObject;
  /** The body is not read, so it may have any content type. */
  readonly ignoresBody?: true;
  /** Content type of a response that is not JSON. */
  readonly binary?: string;
  /** Success status; 200 when absent. */
  readonly status?: 200 | 201;
  /** Waits for NetSuite, so it does not use up the few requests that a user may have at work at the same time. */
  readonly isLong?: true;
  /** A public endpoint that anyone may call as often as they like. */
  readonly isUnlimited?: true;
  readonly response: z.ZodType;
  /** Error statuses that a caller must expect, besides 500 and 503. */
  readonly errors: readonly ErrorStatus[];
}

/** The API's description and docs/api.md explain each status. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 502 | 503;

/** Defines one endpoint. Returns its argument with literal types. */
export function endpoint<const Definition extends EndpointDefinition>(definition: Definition): Definition {
  return definition;
}

/** `GET /users/{id}`: the key of an endpoint in the typed client and in reports. */
export type EndpointKey<E extends EndpointDefinition> = `${E['method']} ${E['path']}`;

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** Request and response types of an endpoint, as serialized. */
export interface ApiTypes<E extends EndpointDefinition> {
  params: InputOf<E['params']>;
  query: InputOf<E['query']>;
  body: InputOf<E['body']>;
  multipart: InputOf<E['multipart']>;
  response: z.output<E['response']>;
}
