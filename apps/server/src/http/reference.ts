import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { errorBody } from '@portal/contract/common';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { describe, type JsonSchema } from './json-schema.ts';

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
  // Encoded and compressed once, when it is first read: for each request it would let a stranger keep the processor busy.
  let encoded: EncodedReference | undefined;
  const read = () => {
    encoded ??= encode(createOpenApi(mounted, version));
    return encoded;
  };
  api.get('/openapi.json', { compress: false }, (request, reply) => {
    const accepted = request.headers['accept-encoding'] ?? '';
    const { plain, compressed } = read();
    const [encoding, body] = compressed.find(([name]) => accepted.includes(name)) ?? [undefined, plain];
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
    await docs.register(swagger, { openapi: {}, transformObject: () => JSON.parse(read().plain.toString()) });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { docExpansion: 'list', tryItOutEnabled: false },
    });
  });
}

type EncodedReference = ReturnType<typeof encode>;

function encode(document: JsonSchema) {
  const text = JSON.stringify(document);
  const compressed = [
    ['br', brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
    ['gzip', gzipSync(text)],
  ] as const;
  return { plain: Buffer.from(text), compressed };
}

const errorMeanings: Record<number, string> = {
  400: 'Malformed or refused input',
  401: 'The token is missing, expired or revoked',
  403: 'The role does not allow this',
  404: "Does not exist, or is outside the caller's scope",
  409: 'Conflicts with stored data',
  411: 'Body of unknown length',
  413: 'Too large',
  415: 'Unsupported content type',
  429: 'Too many requests; Retry-After has the seconds to wait',
  502: 'NetSuite returned an error or an invalid response',
  503: 'A required service is unavailable; Retry-After has the seconds to wait',
};

/** Generates OpenAPI 3.1 from the contract of the given endpoints. */
function createOpenApi(endpoints: readonly EndpointDefinition[], version: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const definition of endpoints) {
    paths[definition.path] = {
      ...paths[definition.path],
      [definition.method.toLowerCase()]: describeOperation(definition),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Order Portal', version, description: 'Orders and customers mirrored from NetSuite.' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Error: describe(errorBody, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'From POST /auth/login/verify' } },
    },
  };
}

function describeOperation(definition: EndpointDefinition): JsonSchema {
  const isPublic = definition.permission === 'public';
  return {
    tags: [definition.tag],
    summary: definition.summary,
    operationId: `${definition.method.toLowerCase()}${definition.path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    ...(isPublic ? {} : { description: `Permission: \`${definition.permission}\``, security: [{ token: [] }] }),
    parameters: [...describeParameters(definition, 'path'), ...describeParameters(definition, 'query')],
    ...describeBody(definition),
    responses: describeResponses(definition),
  };
}

function describeParameters(definition: EndpointDefinition, place: 'path' | 'query'): JsonSchema[] {
  const schema = place === 'path' ? definition.params : definition.query;
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = describe(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}

function describeBody(definition: EndpointDefinition): JsonSchema {
  if (definition.multipart !== undefined) {
    const fields = describe(definition.multipart, 'input') as { properties?: JsonSchema; required?: string[] };
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' }, ...fields.properties },
      required: ['file', ...(fields.required ?? [])],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (definition.body === undefined) return {};
  const schema = describe(definition.body, 'input');
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

function describeResponses(definition: EndpointDefinition): JsonSchema {
  const good =
    definition.binary === undefined
      ? { 'application/json': { schema: describe(definition.response, 'output') } }
      : { [definition.binary]: {} };
  const refusal = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const statuses = [...new Set([...definition.errors, ...(definition.isUnlimited ? [] : [429]), 500, 503])].sort();
  return {
    [String(definition.status ?? 200)]: { description: 'Success', content: good },
    ...Object.fromEntries(
      statuses.map((status) => [status, { description: errorMeanings[status] ?? 'Internal error', content: refusal }]),
    ),
  };
}
