import type { FastifyRequest } from 'fastify';
import type { Origin } from '../platform/origin.ts';
import { clientNetwork } from './client-network.ts';

/** Origin of a request: its network, user agent and cookies. */
export function originOf(request: FastifyRequest): Origin {
  const { cookie, 'user-agent': userAgent = null } = request.headers;
  return { address: clientNetwork(request.ip), userAgent, cookies: cookie };
}
