import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxSettings } from '../settings.ts';
import { tokenPath } from '../sign-in/token-endpoint.ts';
import { concurrencyExceeded, unexpectedError } from './errors.ts';
import { type FaultDraw, truncateBody } from './faults.ts';
import type { Pauses } from './pauses.ts';
import type { RequestLog } from './request-log.ts';

export type GateDependencies = {
  settings: () => SandboxSettings;
  log: RequestLog;
  faults: FaultDraw;
  pauses: Pauses;
  authenticate: (request: FastifyRequest) => void;
  /** Makes changes visible whose moment has come. */
  applyPending: () => Promise<void>;
};

type Service = 'record' | 'query' | 'system';

/** What stands before every NetSuite service: the count, the sign-in, the concurrency limit, latency and faults. */
export function addGate(app: FastifyInstance, dependencies: GateDependencies): void {
  const { settings, log, faults, pauses, authenticate, applyPending } = dependencies;
  const truncated = new WeakSet<FastifyRequest>();

  app.addHook('onRequest', async (request, reply) => {
    const service = serviceOf(request.url);
    const isToken = request.url.startsWith(tokenPath);
    if (service === undefined && !isToken) return;
    log.arrived(request.method, request.url);
    reply.raw.once('close', () => log.answered(reply.raw.headersSent ? reply.raw.statusCode : 0));
    if (service === undefined) return pauses.wait(() => settings().latency.token);
    authenticate(request);
    reply.raw.once('close', log.leave);
    const { concurrency, faults: rates } = settings();
    if (log.enter() > concurrency) throw tooMany();
    const fault = faults.draw(rates);
    await pauses.wait(() => settings().latency[service]);
    await applyPending();
    // Gone in the meantime: the client has given up, or the sandbox is closing.
    if (request.raw.socket.destroyed) return void reply.hijack();
    if (fault === 'tooManyRequests') throw tooMany();
    if (fault === 'serverError') throw unexpectedError();
    if (fault === 'truncatedBody') truncated.add(request);
    if (fault === 'droppedConnection') {
      reply.hijack();
      request.raw.socket.destroy();
    }
  });

  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (!truncated.has(request) || !Buffer.isBuffer(payload)) return payload;
    return truncateBody(reply, payload, faults.breaksConnection());
  });

  function tooMany() {
    const { retryAfter } = settings().faults;
    return concurrencyExceeded(retryAfter === null ? {} : { 'retry-after': String(retryAfter) });
  }
}

function serviceOf(url: string): Service | undefined {
  return /^\/services\/rest\/(record|query|system)\//.exec(url.replace('/rest/async/', '/rest/record/'))?.[1] as
    | Service
    | undefined;
}
