import type { z } from 'zod';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

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
  /** The body may have up to 1 MiB; others 64 KiB, or 16 KiB without a session. */
  readonly hasLargeBody?: true;
  /** The body is not read, so it may have any content type. */
  readonly ignoresBody?: true;
  /** Content type of a response that is not JSON. */
  readonly binary?: string;
  /** Sends a stored file: of those that a user asks for at the same time, one is sent at a time. */
  readonly isDownload?: true;
  /** Success status; 200 when absent. */
  readonly status?: 200 | 201;
  /** Waits for NetSuite, so it does not use up the few requests that a user may have at work at the same time. */
  readonly isLong?: true;
  /** A public endpoint that never refuses: above the limit of the network, it only answers later. */
  readonly isUnlimited?: true;
  readonly response: z.ZodType;
  /** Error statuses that a caller must expect, besides 500 and 503. */
  readonly errors: readonly ErrorStatus[];
}

/** The API's description and docs/api.md explain each status. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 502 | 503;

/** What an endpoint has besides its key, permission and tag. `errors` lists only those that do not follow from these. */
type Description = Omit<EndpointDefinition, 'method' | 'path' | 'tag' | 'permission' | 'errors'> & {
  readonly errors?: readonly ErrorStatus[];
};

type Key = `${Method} /${string}`;
type Endpoint<K extends Key, P extends Permission, D extends Description> = D & {
  readonly method: K extends `${infer M extends Method} ${string}` ? M : never;
  readonly path: K extends `${Method} ${infer Path extends `/${string}`}` ? Path : never;
  readonly tag: string;
  readonly permission: P;
  readonly errors: readonly ErrorStatus[];
};

/**
 * Returns the function that defines the endpoints of a tag: `endpoint('GET /users/{id}', 'users.read', {…})`. It adds the
 * errors that follow: 400 with an input, 401 unless public, 403 unless every signed-in user has the permission.
 */
export function endpointsOf(tag: string) {
  return <const K extends Key, const P extends Permission, const D extends Description>(
    key: K,
    permission: P,
    description: D,
  ): Endpoint<K, P, D> => {
    const [method, path] = key.split(' ');
    const { params, query, body, multipart, errors = [] } = description;
    const implied = [
      ...((params ?? query ?? body ?? multipart) === undefined ? [] : [400]),
      ...(permission === 'public' ? [] : permission === 'signedIn' ? [401] : [401, 403]),
    ];
    const definition = { method, path, tag, permission, ...description, errors: [...implied, ...errors] };
    return definition as unknown as Endpoint<K, P, D>;
  };
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
