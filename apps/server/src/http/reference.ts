import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { createOpenApi } from './openapi.ts';

/** The pages may load only their own scripts and styles. */
const pagesPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** API reference: OpenAPI 3.1 at `/openapi.json`, readable pages at `/docs`. Call it after mounting all endpoints. */
export async function serveReference(
  api: FastifyInstance,
  mounted: readonly EndpointDefinition[],
  version: string,
): Promise<void> {
  const document = createOpenApi(mounted, version);
  const text = JSON.stringify(document);
  api.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  await api.register(async (docs) => {
    docs.addHook('onRequest', (_request, reply, done) => {
      reply.header('content-security-policy', pagesPolicy);
      done();
    });
    await docs.register(swagger, { mode: 'static', specification: { document: JSON.parse(text) } });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { docExpansion: 'list', tryItOutEnabled: false },
    });
  });
}
