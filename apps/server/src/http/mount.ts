import multipart from '@fastify/multipart';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { type CurrentUser, limitFor, shareOf } from '../access/current-user.ts';
import { holds } from '../access/permissions.ts';
import { type BusySenders, longRequestsOf } from '../platform/busy-senders.ts';
import { badRequest, type ErrorDetail, forbidden, unauthorized } from '../platform/errors.ts';
import type { IncomingForm } from '../platform/request-input.ts';
import type { RequestLimits } from '../platform/request-limiter.ts';
import { abortWorkload, handleAs, requestWorkload, runAs, type Workload } from '../platform/workload.ts';
import { type Authenticate, createRecentUsers, type FindRecentUser } from './authentication.ts';
import type { CountByNetwork, CountRequest } from './count-requests.ts';
import { toProblems, toSentence } from './input-problems.ts';
import { serializerSchema } from './json-schema.ts';
import { openForm } from './multipart-form.ts';
import type { DelayRefusal } from './refusals.ts';
import { clientNetwork, isPrivate } from './request-source.ts';
import { createResponseSerializer } from './response-text.ts';
import { isBodyLarge } from './unread-bodies.ts';
import { bodyTurns, createTurns, fileTurns, requestTurns, type WaitForTurn } from './work-queue.ts';

/** Enough for everything in the contract except `hasLargeBody`. */
export const maxBodyBytes = 65_536;
const maxLargeBodyBytes = 1_048_576;
/** Bodies that are read before it is known who sends them are small. */
const maxPublicBodyBytes = 16_384;

function bodyLimitOf({ permission, hasLargeBody }: EndpointDefinition): number {
  if (permission === 'public') return maxPublicBodyBytes;
  return hasLargeBody ? maxLargeBodyBytes : maxBodyBytes;
}

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A request that passed authentication, authorization and validation. */
export type ValidatedRequest<E extends EndpointDefinition> = {
  /** Undefined only on public endpoints. */
  currentUser: E['permission'] extends 'public' ? undefined : CurrentUser;
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
  /** Set for multipart endpoints. The handler reads the form, since it may contain a large file. */
  form: E['multipart'] extends z.ZodObject ? IncomingForm<z.output<E['multipart']>> : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Handles a request. A thrown `PortalError` becomes an error response; anything else becomes a 500. */
export type Handler<E extends EndpointDefinition> = (
  validated: ValidatedRequest<E>,
) => Promise<z.output<E['response']>>;

/** Checks a request before its input is validated; throws a `PortalError` to refuse it. */
export type Verify = (request: FastifyRequest) => Promise<void>;

/** Registers an endpoint of the contract. */
export type Mount = <E extends EndpointDefinition>(definition: E, handler: Handler<E>, verify?: Verify) => void;

declare module 'fastify' {
  interface FastifyRequest {
    currentUser: CurrentUser | undefined;
    /** State of a request to a mounted endpoint. */
    workload: Workload | undefined;
    /** The JSON body as it was sent, for verifying its signature. */
    bodyText: string;
  }
}

/** Time in milliseconds that a long request may need to start. */
const longStartMs = 100;

/**
 * What decides whether a request reaches its handler: who sends it, and the limits of concurrent requests and requests
 * per minute. `limits` are those of a customer-side user, from which `limitFor` derives those of staff;
 * `countByNetwork` counts requests without a known user.
 */
export type Admission = {
  authenticate: Authenticate;
  count: CountRequest;
  delayRefusal: DelayRefusal;
  limits: RequestLimits;
  countByNetwork: CountByNetwork;
  busySenders: Pick<BusySenders, 'startRequest'>;
};

/**
 * Creates `mount` for an application. `mounted` collects the endpoints for the API reference. Before its handler
 * runs, a mounted endpoint checks each request in this order: 429 (by user for a token that this process has seen before,
 * otherwise by network), 401, 429 by user (for a token not seen before), 403, 400. The first refusal is the answer.
 */
export function createMount(app: FastifyInstance, admission: Admission, mounted: EndpointDefinition[]): Mount {
  app.decorateRequest('currentUser', undefined);
  app.decorateRequest('workload', undefined);
  const findRecentUser = createRecentUsers();
  const own = createTurns(requestTurns);
  const requests: WaitForTurn = async (sender, response) => {
    await own(sender, response);
    await admission.busySenders.startRequest(sender, response);
  };
  // They wait for NetSuite, or each piece of them for its turn, and only their start costs time.
  const long: WaitForTurn = async (sender, response) => {
    const end = await admission.busySenders.startRequest(longRequestsOf(sender), response);
    setTimeout(end, longStartMs).unref();
  };
  const downloads = createTurns(fileTurns);
  const uploads = createTurns(fileTurns);
  const largeBodies = createTurns(bodyTurns);
  const bodies: WaitForTurn = async (sender, response) => {
    // Everybody's large bodies take turns.
    await (isBodyLarge(response.req)
      ? largeBodies({ ...sender, together: 'large bodies' }, response)
      : own(sender, response));
    await admission.busySenders.startRequest(sender, response);
  };
  const turnsOf = ({ binary, isDownload, multipart, isLong, hasLargeBody }: EndpointDefinition) => {
    if (multipart !== undefined) return uploads;
    if (hasLargeBody) return bodies;
    if (isDownload) return downloads;
    // Exports and long ones neither wait for nor delay the user's other requests.
    return binary !== undefined || isLong ? long : requests;
  };
  return (definition, handler, verify) => {
    mounted.push(definition);
    const waitForTurn = turnsOf(definition);
    const serialize = createResponseSerializer();
    const route: RouteOptions = {
      method: definition.method,
      url: definition.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: createGuard(definition, admission, findRecentUser, waitForTurn),
      config: { countsItself: true },
      ...(verify === undefined ? {} : { preHandler: verify }),
      bodyLimit: bodyLimitOf(definition),
      // A file is sent as it is, so that its size can be announced.
      ...(definition.binary === undefined
        ? { schema: { response: { [definition.status ?? 200]: serializerSchema(definition.response) } } }
        : { compress: false }),
      handler: async (request, reply) => {
        const input = readInput(definition, request);
        const validated = { currentUser: request.currentUser, ...input, request, reply };
        reply.code(definition.status ?? 200);
        // The contract types each endpoint by its schemas; here only the schemas are known.
        const run = () => handler(validated as unknown as ValidatedRequest<typeof definition>);
        const result = request.workload === undefined ? run() : handleAs(request.workload, run);
        return serialize(
          await (request.currentUser === undefined
            ? result
            : result.catch((error: unknown) => admission.delayRefusal(error, reply.raw))),
          reply,
        );
      },
    };
    if (definition.multipart !== undefined) acceptForm(app, route);
    else if (definition.ignoresBody) acceptAnything(app, route);
    else app.route(route);
  };
}

/** Registered in a separate scope, so that all other endpoints reject the multipart content type. */
function acceptForm(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (forms) => {
    await forms.register(multipart);
    forms.route(route);
  });
}

/** Also in a separate scope. The body is limited like any other, and dropped. */
function acceptAnything(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (bodies) => {
    bodies.removeAllContentTypeParsers();
    bodies.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined));
    bodies.route(route);
  });
}

function createGuard(
  definition: EndpointDefinition,
  { authenticate, count, limits, countByNetwork, busySenders }: Admission,
  findRecentUser: FindRecentUser,
  waitForTurn: WaitForTurn | undefined,
) {
  // Writes complete even if the client disconnects, and exports stop reading on their own.
  const isAbortable = definition.method === 'GET' && definition.binary === undefined;
  const countAndWaitForTurn = async (currentUser: CurrentUser, request: FastifyRequest, reply: FastifyReply) => {
    const perMinute = limitFor(currentUser, limits.perMinute);
    await count(currentUser.userId, { perMinute, atOnce: limitFor(currentUser, limits.atOnce) }, reply);
    const { userId } = currentUser;
    await waitForTurn?.({ userId, together: shareOf(currentUser), workload: request.workload }, reply.raw);
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const response = reply.raw;
    const recent = findRecentUser(request);
    const lastUser = recent.last;
    // Until its user is known, a request shares the connections with others of its network: anybody can make up tokens.
    const isStranger = lastUser === undefined;
    const workload = requestWorkload(isStranger ? clientNetwork(request.ip) : shareOf(lastUser), isStranger);
    request.workload = workload;
    if (isAbortable) response.once('close', () => response.writableFinished || abortWorkload(workload));
    if (definition.permission === 'public') {
      // A load balancer's checks must not wait behind the strangers of a flood, nor behind checks that anybody else sends.
      if (definition.isUnlimited) {
        const together = isPrivate(request.ip) ? 'own health checks' : 'health checks';
        await busySenders.startRequest({ userId: clientNetwork(request.ip), together, workload }, response);
      } else await countByNetwork(request, reply);
      return;
    }
    // Only for the request log if the request is refused; replaced below by the authenticated user.
    request.currentUser = lastUser;
    // Counted before the query that authenticates: neither a refusal nor a request that is canceled at once is free.
    const countedByNetwork = lastUser === undefined ? await countByNetwork(request, reply) : undefined;
    if (lastUser !== undefined) await countAndWaitForTurn(lastUser, request, reply);
    const currentUser = await runAs(workload, () => authenticate(request));
    recent.note(currentUser);
    request.currentUser = currentUser;
    if (currentUser === undefined) throw unauthorized();
    workload.key = shareOf(currentUser);
    workload.isStranger = false;
    if (countedByNetwork !== undefined) {
      countedByNetwork.refund();
      await countAndWaitForTurn(currentUser, request, reply);
    }
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
    form: definition.multipart === undefined ? undefined : openForm(request, definition.multipart),
  };
  const [first] = problems;
  if (first !== undefined) throw badRequest(toSentence(first), problems);
  return input;
}
