import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { authenticate } from '../sign-in/authenticate.ts';
import { tokenPath } from '../sign-in/token-endpoint.ts';
import { NetsuiteError, unexpectedError } from './errors.ts';
import { truncateBody } from './faults.ts';

type Service = 'record' | 'query' | 'system';

/** What stands before every NetSuite service: the count, the sign-in, the concurrency limit, latency and faults. */
export function addGate(app: FastifyInstance, context: SandboxContext): void {
  const { log, faults, pauses, pending } = context;
  const truncated = new WeakSet<FastifyRequest>();

  app.addHook('onRequest', async (request, reply) => {
    const service = serviceOf(request.url);
    const isToken = request.url.startsWith(tokenPath);
    if (service === undefined && !isToken) return;
    log.arrived(request.method, request.url);
    reply.raw.once('close', () => log.answered(reply.raw.headersSent ? reply.raw.statusCode : 0));
    if (service === undefined) return;
    authenticate(request, context);
    reply.raw.once('close', log.leave);
    const { concurrency, faults: rates } = context.settings;
    if (log.enter() > concurrency) throw tooMany();
    const fault = faults.draw(rates);
    await pauses.wait(() => context.settings.latency[service]);
    await pending.apply();
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
    return truncateBody(reply, payload, faults.random() < 0.5);
  });
}

/** Without a Retry-After, which real accounts have not been seen to send (rest-facts, section 6). */
function tooMany(): NetsuiteError {
  return new NetsuiteError(429, 'CONCURRENCY_LIMIT_EXCEEDED', 'Concurrent request limit exceeded. Request blocked.');
}

function serviceOf(url: string): Service | undefined {
  return /^\/services\/rest\/(record|query|system)\//.exec(url)?.[1] as Service | undefined;
}
