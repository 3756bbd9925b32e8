import { errorBody } from '@portal/contract/common';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import { describe, type JsonSchema } from './json-schema.ts';

const errorMeanings: Record<number, string> = {
  400: 'Malformed or refused input',
  401: 'The token is missing, expired or revoked',
  403: 'The role may never do this',
  404: "Not there, or outside the caller's scope",
  409: 'At odds with what is there already',
  413: 'Too large',
  415: 'Wrong content type',
  429: 'Too often; Retry-After says when to try again',
  502: 'NetSuite did not answer as it should',
  503: 'Something needed is away for the moment; Retry-After says when to try again',
};

/** Generates OpenAPI 3.1 from the contract of the given endpoints. */
export function createOpenApi(endpoints: readonly EndpointDefinition[], version: string): JsonSchema {
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
    [String(definition.status ?? 200)]: { description: 'Done', content: good },
    ...Object.fromEntries(
      statuses.map((status) => [status, { description: errorMeanings[status] ?? 'Our own failure', content: refusal }]),
    ),
  };
}
