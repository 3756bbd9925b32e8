import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BusySenders } from '../platform/busy-senders.ts';
import type { CountedRequest, RequestLimiter, RequestLimits } from '../platform/request-limiter.ts';
import type { DelayRefusal } from './refusals.ts';
import { clientNetwork } from './request-source.ts';

/**
 * Counts a request whose user is not known, by the network that it came from, and resolves when it may start. Rejects with
 * 429 above a limit.
 */
export type CountByNetwork = (request: FastifyRequest, reply: FastifyReply) => Promise<CountedRequest>;

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
 * busy in a flood of requests from many of them; those with a token are another, so that nobody who has signed in waits behind
 * other people's sign-ins.
 */
export function createNetworkLimit(
  count: CountRequest,
  limits: RequestLimits,
  busySenders: Pick<BusySenders, 'startRequest'>,
): CountByNetwork {
  return async (request, reply) => {
    const network = clientNetwork(request.ip);
    const hasToken = request.headers.authorization !== undefined;
    const counted = await (hasToken
      ? count(`tokens of ${network}`, { ...limits, atOnce: Number.POSITIVE_INFINITY }, reply)
      : count(`network ${network}`, limits, reply));
    const end = await busySenders.startRequest(
      { userId: network, together: hasToken ? 'unknown tokens' : 'strangers', workload: request.workload },
      reply.raw,
    );
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

/** Limits the requests to routes that do not count them: pages, the API reference and unknown paths. */
export function limitOtherRoutes(app: FastifyInstance, countByNetwork: CountByNetwork): void {
  app.addHook('onRequest', async (request, reply) => {
    const { config, url = '' } = request.routeOptions;
    // A first visit loads dozens of assets. They are cached for good, and sending one costs little.
    const isAsset = url.startsWith('/assets/') && url !== unknownAssets;
    if (!config?.countsItself && !isAsset) await countByNetwork(request, reply);
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
