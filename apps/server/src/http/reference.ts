import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { createOpenApi } from './openapi.ts';

/** The API's description: OpenAPI 3.1 at `/openapi.json`, readable pages at `/docs`. Call it when all is mounted. */
export async function serveReference(
  api: FastifyInstance,
  mounted: readonly EndpointDefinition[],
  version: string,
): Promise<void> {
  const document = createOpenApi(mounted, version);
  const text = JSON.stringify(document);
  api.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  await api.register(async (docs) => {
    await docs.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          frameAncestors: ["'none'"],
          baseUri: ["'none'"],
        },
      },
      strictTransportSecurity: false,
    });
    await docs.register(swagger, { mode: 'static', specification: { document: JSON.parse(text) } });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { docExpansion: 'list', tryItOutEnabled: false },
    });
  });
}
