import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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
  // Compressed once: for each request it would let a stranger keep the processor busy.
  const compressed = [
    ['br', brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
    ['gzip', gzipSync(text)],
  ] as const;
  api.get('/openapi.json', { compress: false }, (request, reply) => {
    const accepted = request.headers['accept-encoding'] ?? '';
    const [encoding, body] = compressed.find(([name]) => accepted.includes(name)) ?? [undefined, text];
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding').send(body);
  });
  await api.register(async (docs) => {
    docs.addHook('onRequest', (request, reply, done) => {
      // The pages are rarely read, and compressing their megabyte for each request costs more than sending it.
      request.headers['x-no-compression'] = 'true';
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
