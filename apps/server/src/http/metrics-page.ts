import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sameBytes, sha256 } from '../platform/crypto.ts';
import { notFound } from '../platform/errors.ts';
import type { Metrics } from '../platform/metrics.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** A forwarded request may come from anywhere, whatever its own address is. */
const isPassedOn = ({ headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

export type MetricsAccess = {
  token: string | undefined;
  /** Whether the portal runs behind a proxy; then a request from this machine may come from anyone. */
  isBehindProxy: boolean;
};

/**
 * `/metrics` for Prometheus. Requires the token if one is configured; otherwise available only to this machine, and to
 * nobody behind a proxy. All other requests get a 404.
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
