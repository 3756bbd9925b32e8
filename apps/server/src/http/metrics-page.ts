import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sameBytes, sha256 } from '../platform/crypto.ts';
import { notFound } from '../platform/errors.ts';
import type { Metrics } from '../platform/metrics.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** Of a request that a proxy passed on, its own address says nothing. */
const isPassedOn = ({ headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

export type MetricsAccess = {
  token: string | undefined;
  /** Whether a proxy stands in front: then a request from this machine may be anybody's. */
  isBehindProxy: boolean;
};

/**
 * `/metrics` for Prometheus: with the token for whoever holds it; without a configured token for this machine alone, and
 * for nobody behind a proxy. Others get a 404.
 */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, { token, isBehindProxy }: MetricsAccess): void {
  app.get('/metrics', async (request, reply) => {
    const allowed =
      token === undefined
        ? !isBehindProxy && loopback.test(request.ip) && !isPassedOn(request)
        : sameBytes(sha256(request.headers.authorization ?? ''), sha256(`Bearer ${token}`));
    if (!allowed) throw notFound();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
