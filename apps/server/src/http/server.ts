import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type ServerOptions as HttpOptions, type IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import { getHealth, getReadiness } from '@portal/contract/health';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { collectBuffers } from '../platform/collect-buffers.ts';
import { badRequest, notFound } from '../platform/errors.ts';
import { isTooComplex } from '../platform/json-complexity.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Readiness } from '../readiness.ts';
import { refuseChunkedBodies } from './chunked-bodies.ts';
import { limitOtherRoutes } from './count-requests.ts';
import { handleError, sendError } from './error-handler.ts';
import { serveMetrics } from './metrics-page.ts';
import { type Admission, createMount, type Mount, maxBodyBytes } from './mount.ts';
import { answerInTurn } from './pipelined-requests.ts';
import { serveReference } from './reference.ts';
import { endSilentRequests } from './unfinished-requests.ts';
import { leaveBodiesUnread, leaveBodyUnread } from './unread-bodies.ts';
import { serveWebApp } from './web-app.ts';

export type ServerOptions = {
  log: Logger;
  metrics: Metrics;
  metricsToken: string | undefined;
  readiness: Readiness;
  admission: Admission;
  /** Mounts all features. */
  mountFeatures: (mount: Mount) => void;
  /** Folder of the built web app; without it only the API is served. */
  webFolder: string | undefined;
  /** Whether the portal is reached by HTTPS. */
  isSecure: boolean;
  /** Trusted proxies that may set the client's address: none, a number of hops, or these addresses. */
  trustProxy: false | number | string[];
  /** Timeout without a received byte for a request that is still arriving. */
  requestSilenceMs: number;
  version: string;
};

/** Parameters of a request's query; further ones are ignored. */
const maxParameters = 100;
/** Headers of a request. Reading each takes time before any limit applies. */
const maxHeaders = 100;

/** The HTTP server: the API at /api, everything else is the web app. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const trusted = options.trustProxy;
  const loggerInstance: FastifyBaseLogger = options.log;
  const headers = apiHeaders(options.isSecure);
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted,
    genReqId: () => randomUUID(),
    // A logger per request measurably slows down lists; the few request log lines include the request data themselves.
    childLoggerFactory: (logger) => logger,
    exposeHeadRoutes: false,
    // A request that arrives on an open connection while the server closes is still answered.
    return503OnClosing: false,
    // A start on a busy machine is slow, but no failure.
    pluginTimeout: 0,
    bodyLimit: maxBodyBytes,
    serverFactory: (handle) => {
      const answer = answerInTurn(handle);
      const server = createHttpServer(httpLimits(options), answer);
      server.maxHeadersCount = maxHeaders + 1;
      // Node would refuse an unknown `Expect` by itself, without any limit. RFC 9110, 10.1.1, lets servers ignore it.
      return server.on('checkExpectation', answer);
    },
    routerOptions: {
      maxParamLength: 300,
      // Thousands would take milliseconds before any limit applies.
      querystringParser: (text) => parseQuery(text, '&', '=', { maxKeys: maxParameters }),
    },
    // Must be set before any hook; no hook runs for these.
    frameworkErrors: async (error, request, reply) => {
      leaveBodyUnread(request, reply);
      const refusal = await options.admission.countByNetwork(request, reply).then(
        () => error,
        (tooMany: FastifyError) => tooMany,
      );
      handleError(refusal, request, reply.headers({ ...headers, 'x-request-id': request.id }));
    },
  });
  checkHeaders(app, options.admission);
  endSilentRequests(app, options.requestSilenceMs);
  leaveBodiesUnread(app);
  const stopCollecting = collectBuffers();
  app.addHook('onClose', async () => stopCollecting());
  app.setErrorHandler(handleError);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    // A proxy then opens its next connection to another process.
    if (options.readiness.isDraining()) reply.header('connection', 'close');
    done();
  });
  refuseChunkedBodies(app);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { method } = request;
    const status = reply.statusCode;
    options.metrics.observeRequest({ method, route, status, seconds: reply.elapsedTime / 1000 });
    const ms = Math.round(reply.elapsedTime);
    // Logs the user and network, so that denied requests can be investigated.
    const by = { user: request.currentUser?.userId, address: request.ip };
    // Logs the route pattern, since a path may contain the secret of a link.
    request.log.info({ request: request.id, method, route, status, ...by, ms }, 'request');
    done();
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    threshold: 1024,
    // The default would take a second for a large file.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(async (metrics) => {
    addHeaders(metrics, headers);
    limitOtherRoutes(metrics, options.admission);
    serveMetrics(metrics, options.metrics, { token: options.metricsToken, isBehindProxy: trusted !== false });
  });
  await app.register((api) => createApi(api, options, headers), { prefix: '/api' });
  const { webFolder } = options;
  if (webFolder !== undefined) {
    await app.register(async (web) => {
      await serveWebApp(web, webFolder, options.isSecure);
      limitOtherRoutes(web, options.admission);
    });
  }
  return app;
}

function httpLimits({ requestSilenceMs }: ServerOptions): HttpOptions {
  return {
    // Node would refuse requests without one by itself, without any limit.
    requireHostHeader: false,
    headersTimeout: requestSilenceMs,
    connectionsCheckingInterval: requestSilenceMs / 5,
    // Long enough for a large file over a slow connection.
    requestTimeout: 900_000,
    // Longer than that of a proxy, which would otherwise send a request on a connection that is just being closed.
    keepAliveTimeout: 72_000,
  };
}

/** Requires the Host header, as RFC 9112, 3.2, does, and refuses too many headers: those that Node leaves out may matter. */
function checkHeaders(app: FastifyInstance, { countByNetwork }: Pick<Admission, 'countByNetwork'>): void {
  const findFault = ({ headers, rawHeaders, httpVersion }: IncomingMessage): string | undefined => {
    if (rawHeaders.length > 2 * maxHeaders) return `A request can have ${maxHeaders} headers.`;
    return headers.host === undefined && httpVersion !== '1.0' ? 'The Host header is missing.' : undefined;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const fault = findFault(request.raw);
    if (fault === undefined) done();
    else countByNetwork(request, reply).then(() => done(badRequest(fault)), done);
  });
}

function addHeaders(scope: FastifyInstance, headers: Record<string, string>): void {
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

async function createApi(api: FastifyInstance, options: ServerOptions, headers: Record<string, string>): Promise<void> {
  addHeaders(api, headers);
  limitOtherRoutes(api, options.admission);
  acceptJson(api);
  api.setNotFoundHandler((_request, reply) => sendError(reply, notFound('Route not found')));
  const mounted: EndpointDefinition[] = [];
  await api.register(async (calls) => {
    const mount = createMount(calls, options.admission, mounted);
    mountHealth(mount, options);
    options.mountFeatures(mount);
  });
  await serveReference(api, mounted, options.version);
}

/** `GET /health` answers as long as the process lives, `GET /health/ready` only while it can serve requests. */
function mountHealth(mount: Mount, { readiness, version }: ServerOptions): void {
  mount(getHealth, async () => ({ status: 'ok' as const, version }));
  mount(getReadiness, async () => {
    await readiness.check();
    return { status: 'ok' as const, version };
  });
}

/** Accepts only JSON; a client may send the content type without a body. */
function acceptJson(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser('error', 'error');
  api.decorateRequest('bodyText', '');
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    request.bodyText = text;
    if (text === '') done(null, undefined);
    else if (isTooComplex(text)) done(badRequest('The request could not be read.'), undefined);
    else parse(request, text, done);
  });
}

/**
 * Headers of every API response, including errors: no caching, framing, sniffing, scripts or referrer. Precomputed,
 * since a middleware that builds them for each request measurably slows down lists.
 */
function apiHeaders(isSecure: boolean): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
