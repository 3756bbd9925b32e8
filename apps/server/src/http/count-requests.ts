import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BusySenders } from '../platform/busy-senders.ts';
import type { CountedRequest, RequestLimiter, RequestLimits } from '../platform/request-limiter.ts';
import { bearerToken } from './authentication.ts';
import type { DelayRefusal } from './refusals.ts';
import { clientNetwork } from './request-source.ts';

/**
 * Counts a request whose user is not known, by the network that it came from, and resolves when it may start. Rejects with
 * 429 above a limit.
 */
export type CountByNetwork = (request: FastifyRequest, reply: FastifyReply) => Promise<CountedRequest>;

export type NetworkLimitDependencies = {
  busySenders: Pick<BusySenders, 'startRequest'>;
  /** Whether the portal has made this token. */
  isOurToken: (token: string) => boolean;
};

/** Counts a request of the user or network with this key until its connection is closed. Rejects with 429 above a limit, after a while. */
export type CountRequest = (key: string, limits: RequestLimits, reply: FastifyReply) => Promise<CountedRequest>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route counts its requests itself, or they have no limit. */
    countsItself?: boolean;
  }
}

/**
 * Requests with a token that this process has not seen before are counted apart, without a limit of concurrent ones:
 * after a restart, everybody in an office sends them at the same moment. All networks together are one sender, which is soon
 * busy in a flood of requests from many of them; those with a token that the portal has made are another, so that nobody who
 * has signed in waits behind other people's sign-ins or made-up tokens.
 */
export function createNetworkLimit(
  count: CountRequest,
  limits: RequestLimits,
  { busySenders, isOurToken }: NetworkLimitDependencies,
): CountByNetwork {
  return async (request, reply) => {
    const network = clientNetwork(request.ip);
    const counted = await (request.headers.authorization !== undefined
      ? count(`tokens of ${network}`, { ...limits, atOnce: Number.POSITIVE_INFINITY }, reply)
      : count(`network ${network}`, limits, reply));
    const token = bearerToken(request);
    const isOurs = token !== undefined && isOurToken(token);
    // Those with the same token take turns, or an ended one, sent from many networks, would keep others waiting.
    const sender = isOurs ? { userId: token, together: 'unknown tokens' } : { userId: network, together: 'strangers' };
    const end = await busySenders.startRequest({ ...sender, workload: request.workload }, reply.raw);
    return {
      leave: counted.leave,
      refund: () => {
        counted.refund();
        end();
      },
    };
  };
}

/** Route of the assets that the build did not have at the start. */
export const unknownAssets = '/assets/*';

/** Time in milliseconds that sending an asset may take of its turn; the rest waits for the client. */
const assetMs = 10;

/**
 * Limits the requests to routes that do not count them: pages, the API reference and unknown paths. A first visit loads
 * dozens of assets, so these have no limit, but are sent one at a time in a flood of requests for them.
 */
export function limitOtherRoutes(
  app: FastifyInstance,
  { countByNetwork, busySenders }: { countByNetwork: CountByNetwork; busySenders: Pick<BusySenders, 'startRequest'> },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { config, url = '' } = request.routeOptions;
    if (config?.countsItself) return;
    if (url.startsWith('/assets/') && url !== unknownAssets) {
      const sender = { userId: clientNetwork(request.ip), together: 'assets' };
      const end = await busySenders.startRequest(sender, reply.raw);
      setTimeout(end, assetMs).unref();
    } else await countByNetwork(request, reply);
  });
}

export function createRequestCounter(limiter: Pick<RequestLimiter, 'enter'>, delayRefusal: DelayRefusal): CountRequest {
  return async (key, limits, { raw }) => {
    try {
      const counted = limiter.enter(key, limits);
      if (raw.closed) counted.leave();
      else raw.once('close', counted.leave);
      return counted;
    } catch (error) {
      return delayRefusal(error, raw);
    }
  };
}
