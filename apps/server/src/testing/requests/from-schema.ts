import type { EndpointDefinition } from '@portal/contract/endpoint';
import fc from 'fast-check';
import type { z } from 'zod';
import { describe as describeSchema, type JsonSchema } from '../../http/json-schema.ts';
import { day, instant, mostly, thing } from './common-values.ts';
import { poolOf } from './pool-hints.ts';
import { textFor } from './texts-by-name.ts';
import { pools } from './world-names.ts';

/** Generates values that a schema of the contract allows; texts depend on the name of their field. */
export function fromSchema(schema: z.ZodType, endpoint: EndpointDefinition): fc.Arbitrary<unknown> {
  return arbitraryOf(describeSchema(schema, 'input'), '', endpoint);
}

type Described = {
  type?: string;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  description?: string;
};

function arbitraryOf(schema: JsonSchema, name: string, endpoint: EndpointDefinition): fc.Arbitrary<unknown> {
  const described = schema as Described;
  if ('const' in schema) return fc.constant(schema.const);
  if (described.enum !== undefined) return fc.constantFrom(...described.enum);
  if (described.anyOf !== undefined) {
    return fc.oneof(...described.anyOf.map((branch) => arbitraryOf(branch, name, endpoint)));
  }
  switch (described.type) {
    case 'object':
      return objectOf(described, endpoint);
    case 'array':
      return fc.array(arbitraryOf(described.items ?? {}, name, endpoint), {
        minLength: described.minItems ?? 0,
        maxLength: 5,
      });
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberOf(described.minimum ?? 0, described.maximum ?? 1000);
    case 'string':
      return textOf(described, name, endpoint);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Optional fields are often omitted, since each further field may violate a rule behind the schema. */
function objectOf({ properties = {}, required = [] }: Described, endpoint: EndpointDefinition): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = arbitraryOf(schema, name, endpoint).map((made) => ({ [name]: made }));
    return required.includes(name) ? value : fc.option(value, { nil: {}, freq: 2 });
  });
  return fc.tuple(...fields).map((made): unknown => Object.assign({}, ...made));
}

function numberOf(least: number, most: number): fc.Arbitrary<number> {
  const few = fc.integer({ min: least, max: Math.min(most, least + 20) });
  return mostly(few, fc.oneof(fc.constantFrom(least, most), fc.integer({ min: least, max: most })));
}

function textOf(schema: Described, name: string, endpoint: EndpointDefinition): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return mostly(thing(poolOf(name, endpoint)), fc.oneof(thing(...pools), fc.uuid()));
  if (schema.description === 'NetSuite internal id') {
    const unknown = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }).map(String);
    return mostly(thing(poolOf(name, endpoint, 'orders')), fc.oneof(unknown, thing('orders', 'customers')));
  }
  if (schema.format === 'date') return day;
  if (schema.format === 'date-time') return instant;
  return textFor(name, endpoint, { least: schema.minLength ?? 0, most: schema.maxLength ?? 1000 });
}
