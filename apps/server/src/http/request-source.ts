import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { RequestSource } from '../platform/request-input.ts';

const privateRanges: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'linkLocal',
  'carrierGradeNat',
]);

/** Source of a request: its network, user agent and cookies. */
export function sourceOf(request: FastifyRequest): RequestSource {
  const { cookie, 'user-agent': userAgent = null } = request.headers;
  return { network: clientNetwork(request.ip), userAgent, cookies: cookie };
}

/**
 * Key under which rate limits count an address: the IPv4 address itself, or the /64 network of an IPv6 address, since
 * one customer of a provider usually has a whole /64.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // Converts IPv4 addresses that are mapped to IPv6.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/** Whether an address belongs to this machine or to a private network, where load balancers are. */
export function isPrivate(address: string): boolean {
  return ipaddr.isValid(address) && privateRanges.has(ipaddr.process(address).range());
}
