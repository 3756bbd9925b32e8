import { features, recordTypes } from '../records.ts';

const closed = <Properties extends object>(properties: Properties) => ({
  type: 'object' as const,
  additionalProperties: false,
  properties,
});
const share = { type: 'number', minimum: 0, maximum: 1 };
const names = { type: 'array', items: { type: 'string' } };
const ids = { type: 'array', items: { type: 'string', pattern: '^\\d{1,15}$' } };
const idsOrNull = { ...ids, type: ['array', 'null'] };
const byType = (schema: object) => closed(Object.fromEntries(recordTypes.map((type) => [type, schema])));
const boolean = { type: 'boolean' };
const milliseconds = { type: 'number', minimum: 0, maximum: 600_000 };
const latency = { ...closed({ minimum: milliseconds, maximum: milliseconds }), required: ['minimum', 'maximum'] };

/** JSON Schemas of the bodies that the control interface takes. */
export const settingsSchema = closed({
  concurrency: { type: 'integer', minimum: 1 },
  latency: closed({ record: latency, query: latency, join: latency, system: latency, token: latency }),
  faults: closed({
    tooManyRequests: share,
    serverError: share,
    droppedConnection: share,
    truncatedBody: share,
    retryAfter: { type: ['number', 'null'] },
    seed: { type: 'integer' },
  }),
  locked: byType(ids),
  unreadable: byType(ids),
  restrictedTo: byType(idsOrNull),
  subsidiaries: idsOrNull,
  features: closed(Object.fromEntries(Object.keys(features).map((feature) => [feature, boolean]))),
  columns: {
    type: 'object',
    propertyNames: { pattern: '^\\w+\\.\\w+$' },
    additionalProperties: { enum: ['shown', 'unknown', 'removed', 'not exposed', 'server error'] },
  },
  hiddenTables: names,
  pageRows: { type: 'integer', minimum: 1, maximum: 1000 },
  visibleAfter: { type: 'number', minimum: 0 },
  timeZone: { type: 'string', pattern: '^[A-Za-z_]+(/[A-Za-z_]+)*$' },
  dateFormat: { enum: ['M/D/YYYY', 'D/M/YYYY', 'YYYY-M-D'] },
  tickedScopes: names,
  suiteqlAllowed: boolean,
  administrator: boolean,
});

export const clockSchema = {
  ...closed({ now: { type: 'string', format: 'date-time' }, frozen: { type: 'boolean' } }),
  required: ['now'],
};

export const advanceSchema = { ...closed({ seconds: { type: 'number' } }), required: ['seconds'] };

export const recordSchema = { type: 'object', additionalProperties: true };

export const nameSchema = { ...closed({ name: { type: 'string', minLength: 1 } }), required: ['name'] };

const packages = { type: 'array', items: { type: 'object' } };
const quantities = { type: 'object', additionalProperties: { type: 'number', exclusiveMinimum: 0 } };

export const actionSchema = {
  params: { type: 'object', properties: { action: { enum: ['fulfill', 'bill', 'pay'] } } },
  body: closed({ quantities, packages, amount: { type: 'number', exclusiveMinimum: 0 } }),
};
