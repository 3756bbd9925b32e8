import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sameBytes, sha256 } from '../platform/crypto.ts';
import { notFound } from '../platform/errors.ts';
import type { Metrics } from '../platform/metrics.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** Of a request that a proxy passed on, its own address says nothing. */
const isPassedOn = ({ headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

/** `/metrics` for Prometheus: for this machine alone, or with a token for whoever holds it. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    const allowed =
      token === undefined
        ? loopback.test(request.ip) && !isPassedOn(request)
        : sameBytes(sha256(request.headers.authorization ?? ''), sha256(`Bearer ${token}`));
    if (!allowed) throw notFound();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
