import type { FastifyRequest } from 'fastify';
import { clientNetwork } from './client-network.ts';

/** Where a request comes from: the network that its tries are counted under, and the program that sent it. */
export function originOf(request: FastifyRequest): { address: string; userAgent: string | null } {
  return { address: clientNetwork(request.ip), userAgent: request.headers['user-agent'] ?? null };
}
