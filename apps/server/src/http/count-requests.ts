import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BusySenders } from '../platform/busy-senders.ts';
import { PortalError } from '../platform/errors.ts';
import type { CountedRequest, RequestLimiter, RequestLimits } from '../platform/request-limiter.ts';
import { clientNetwork } from './request-source.ts';

/**
 * Counts a request whose user is not known, by the network that it came from, and resolves when it may start. Rejects with
 * 429 above a limit.
 */
export type CountByNetwork = (request: FastifyRequest, reply: FastifyReply) => Promise<CountedRequest>;

/**
 * Time in milliseconds after which a refusal is answered. A refusal costs half as much as a page, so a client that sends
 * the next request at once would occupy the process.
 */
export const refusalDelayMs = 1000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route counts its requests itself, or they have no limit. */
    countsItself?: boolean;
  }
}

/**
 * Requests with a token that this process has not seen before are counted apart, without a limit of concurrent ones:
 * after a restart, everybody in an office sends them at the same moment. All networks together are one sender, which is soon
 * busy in a flood of requests from many of them.
 */
export function createNetworkLimit(
  limiter: Pick<RequestLimiter, 'enter'>,
  limits: RequestLimits,
  busySenders: Pick<BusySenders, 'startRequest'>,
): CountByNetwork {
  return async (request, reply) => {
    const network = clientNetwork(request.ip);
    const counted = await (request.headers.authorization === undefined
      ? enter(limiter, `network ${network}`, limits, reply)
      : enter(limiter, `tokens of ${network}`, { ...limits, atOnce: Number.POSITIVE_INFINITY }, reply));
    const end = await busySenders.startRequest({ userId: network, together: 'strangers' }, reply.raw);
    return {
      leave: counted.leave,
      refund: () => {
        counted.refund();
        end();
      },
    };
  };
}

/** Limits the requests to routes that do not count them: pages, the API reference and unknown paths. */
export function limitOtherRoutes(app: FastifyInstance, countByNetwork: CountByNetwork): void {
  app.addHook('onRequest', async (request, reply) => {
    // A first visit loads dozens of assets. They are cached for good, and sending one costs little.
    if (!request.routeOptions.config?.countsItself && !request.url.startsWith('/assets/')) {
      await countByNetwork(request, reply);
    }
  });
}

/** Counts a request of the user or network with this key until its connection is closed. Rejects with 429 above a limit, after a while. */
export async function enter(
  limiter: Pick<RequestLimiter, 'enter'>,
  key: string,
  limits: RequestLimits,
  { raw }: FastifyReply,
): Promise<CountedRequest> {
  try {
    const counted = limiter.enter(key, limits);
    if (raw.closed) counted.leave();
    else raw.once('close', counted.leave);
    return counted;
  } catch (error) {
    return delayRefusal(error);
  }
}

/** Throws the error, a 429 after a while. */
export async function delayRefusal(error: unknown): Promise<never> {
  if (error instanceof PortalError && error.status === 429) await delay(refusalDelayMs);
  throw error;
}
