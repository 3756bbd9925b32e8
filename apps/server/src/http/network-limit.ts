import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CountedRequest, RequestLimiter, RequestLimits } from '../platform/request-limiter.ts';
import { clientNetwork } from './request-source.ts';

/** Counts a request whose user is not known, by the network that it came from. Throws 429 above a limit. */
export type CountByNetwork = (request: FastifyRequest, reply: FastifyReply) => CountedRequest;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route counts its requests itself, or they have no limit. */
    isCounted?: boolean;
  }
}

/**
 * Requests with a token that this process has not seen before are counted apart, without a limit of concurrent ones:
 * after a restart, everybody in an office sends them at the same moment.
 */
export function createNetworkLimit(limiter: Pick<RequestLimiter, 'enter'>, limits: RequestLimits): CountByNetwork {
  return (request, reply) => {
    const network = clientNetwork(request.ip);
    const counted =
      request.headers.authorization === undefined
        ? limiter.enter(`network ${network}`, limits)
        : limiter.enter(`tokens of ${network}`, { ...limits, atOnce: Number.POSITIVE_INFINITY });
    leaveOnClose(counted, reply);
    return counted;
  };
}

/** Limits the requests to routes that do not count them: pages, the API reference and unknown paths. */
export function limitPages(app: FastifyInstance, countByNetwork: CountByNetwork): void {
  app.addHook('onRequest', async (request, reply) => {
    // A first visit loads dozens of assets. They are cached for good, and sending one costs little.
    if (!request.routeOptions.config?.isCounted && !request.url.startsWith('/assets/')) countByNetwork(request, reply);
  });
}

/** Ends the count of a concurrent request with its connection. */
export function leaveOnClose(counted: CountedRequest, { raw }: FastifyReply): void {
  if (raw.closed) counted.leave();
  else raw.once('close', counted.leave);
}
