import multipart from '@fastify/multipart';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { CurrentUser } from '../access/current-user.ts';
import { limitFor } from '../access/limit-for.ts';
import { holds } from '../access/permissions.ts';
import { badRequest, type ErrorDetail, forbidden, unauthorized } from '../platform/errors.ts';
import type { IncomingForm } from '../platform/form.ts';
import type { RequestLimiter } from '../platform/request-limiter.ts';
import { abortWorkload, requestWorkload, runAs, type Workload } from '../platform/workload.ts';
import { clientNetwork } from './client-network.ts';
import { toProblems, toSentence } from './input-problems.ts';
import { serializerSchema } from './json-schema.ts';
import { readForm } from './multipart-form.ts';

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** One call that has passed authentication, permission and validation. */
export type Call<E extends EndpointDefinition> = {
  /** Undefined on public endpoints alone. */
  currentUser: E['permission'] extends 'public' ? undefined : CurrentUser;
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
  /** Of a multipart endpoint; for the handler to read, since it brings a file of any size. */
  form: E['multipart'] extends z.ZodObject ? IncomingForm<z.output<E['multipart']>> : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Answers a call. What it throws as a `PortalError` is the refusal that the client gets; anything else is a 500. */
export type Handler<E extends EndpointDefinition> = (call: Call<E>) => Promise<z.output<E['response']>>;

/** Puts one endpoint of the contract to work. */
export type Mount = <E extends EndpointDefinition>(definition: E, handler: Handler<E>) => void;

/** Who sends this request; undefined when its token is missing or not good. */
export type Authenticate = (request: FastifyRequest) => Promise<CurrentUser | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    currentUser: CurrentUser | undefined;
    /** Of a request to a mounted endpoint. */
    workload: Workload | undefined;
  }
}

export type Admission = { authenticate: Authenticate; limiter: Pick<RequestLimiter, 'enter'> };

/**
 * Makes `mount` for an application. `mounted` collects what was mounted, for the reference. A mounted endpoint
 * answers 401, 429, 403 and 400, in this order, before its handler is asked.
 */
export function createMount(app: FastifyInstance, admission: Admission, mounted: EndpointDefinition[]): Mount {
  app.decorateRequest('currentUser', undefined);
  app.decorateRequest('workload', undefined);
  return (definition, handler) => {
    mounted.push(definition);
    const route: RouteOptions = {
      method: definition.method,
      url: definition.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: createGuard(definition, admission),
      // A file's receiver is told its size: it is sent as it is.
      ...(definition.binary === undefined
        ? { schema: { response: { [definition.status ?? 200]: serializerSchema(definition.response) } } }
        : { compress: false }),
      handler: async (request, reply) => {
        const call = { currentUser: request.currentUser, ...readInput(definition, request), request, reply };
        reply.code(definition.status ?? 200);
        // The contract says of each endpoint what its schemas give; here they are only known as schemas.
        const run = () => handler(call as unknown as Call<typeof definition>);
        return request.workload === undefined ? run() : runAs(request.workload, run);
      },
    };
    if (definition.multipart === undefined) app.route(route);
    else acceptForm(app, route);
  };
}

/** In a scope of its own: on all other calls a form stays a content type that is not accepted. */
function acceptForm(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (forms) => {
    await forms.register(multipart);
    forms.route(route);
  });
}

function createGuard(definition: EndpointDefinition, { authenticate, limiter }: Admission) {
  // What changes something is carried out even when its client has gone, and a file ends its own reading.
  const isAbortable = definition.method === 'GET' && definition.binary === undefined;
  return async (request: FastifyRequest, { raw }: FastifyReply) => {
    // Until its sender is known, a request shares the connections with others of its token, or of its network.
    const workload = requestWorkload(request.headers.authorization ?? clientNetwork(request.ip));
    request.workload = workload;
    if (isAbortable) raw.once('close', () => raw.writableFinished || abortWorkload(workload));
    if (definition.permission === 'public') return;
    const currentUser = await runAs(workload, () => authenticate(request));
    if (currentUser === undefined) throw unauthorized();
    // Before it may be refused: the log names who was.
    request.currentUser = currentUser;
    workload.key = currentUser.userId;
    const leave = limiter.enter({ userId: currentUser.userId, factor: limitFor(currentUser, 1) });
    if (raw.closed) leave();
    else raw.once('close', leave);
    if (!holds(currentUser.role, definition.permission)) throw forbidden();
  };
}

function readInput(definition: EndpointDefinition, request: FastifyRequest) {
  const problems: ErrorDetail[] = [];
  const read = (schema: z.ZodType | undefined, input: unknown, place: string) => {
    if (schema === undefined) return undefined;
    const result = schema.safeParse(input);
    if (!result.success) problems.push(...toProblems(result.error.issues, place));
    return result.data;
  };
  const input = {
    params: read(definition.params, request.params, 'path'),
    query: read(definition.query, request.query, 'query'),
    body: read(definition.body, request.body ?? {}, 'body'),
    form: definition.multipart === undefined ? undefined : readForm(request, definition.multipart),
  };
  const [first] = problems;
  if (first !== undefined) throw badRequest(toSentence(first), problems);
  return input;
}
