import { z } from 'zod';

/** A JSON Schema as plain data. */
export type JsonSchema = { [key: string]: unknown };

/** Describes the input that a client sends or the output that it receives. */
export function describe(schema: z.ZodType, side: 'input' | 'output'): JsonSchema {
  return simplify(z.toJSONSchema(schema, { target: 'draft-2020-12', io: side, unrepresentable: 'any' }));
}

/** Schema for Fastify's serializer: fields and types of a response, without validation. */
export function serializerSchema(schema: z.ZodType): JsonSchema {
  return simplify(z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' }));
}

/** Writes nullable types as `type: [x, 'null']`, and removes the long patterns of formats and meaningless bounds. */
function simplify(value: unknown): JsonSchema {
  return simplifyAny(value) as JsonSchema;
}

function simplifyAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplifyAny);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, content]) => !isNoise(key, content, value));
  const schema = Object.fromEntries(entries.map(([key, content]) => [key, simplifyAny(content)]));
  return withoutNullBranch(schema);
}

function isNoise(key: string, content: unknown, schema: object): boolean {
  if (key === '$schema') return true;
  if (key === 'pattern') return 'format' in schema;
  return (key === 'minimum' || key === 'maximum') && Math.abs(Number(content)) === Number.MAX_SAFE_INTEGER;
}

function withoutNullBranch(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [first, second] = anyOf as JsonSchema[];
  if (first === undefined || second?.type !== 'null' || typeof first.type !== 'string' || 'enum' in first)
    return schema;
  return { ...first, ...rest, type: [first.type, 'null'] };
}
