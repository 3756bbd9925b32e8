import { recordTypes } from '../record-types.ts';
import { optionalTransactionColumns } from '../settings.ts';

const closed = <Properties extends object>(properties: Properties) => ({
  type: 'object' as const,
  additionalProperties: false,
  properties,
});
const share = { type: 'number', minimum: 0, maximum: 1 };
const names = { type: 'array', items: { type: 'string' } };
const ids = { type: 'array', items: { type: 'string', pattern: '^\\d{1,15}$' } };
const idsByType = closed(Object.fromEntries(recordTypes.map((type) => [type, ids])));
const milliseconds = { type: 'number', minimum: 0, maximum: 600_000 };
const latency = { ...closed({ minimum: milliseconds, maximum: milliseconds }), required: ['minimum', 'maximum'] };

/** JSON Schemas of the bodies that the control interface takes. */
export const settingsSchema = closed({
  concurrency: { type: 'integer', minimum: 1 },
  latency: closed({ record: latency, query: latency, system: latency, token: latency }),
  faults: closed({
    tooManyRequests: share,
    serverError: share,
    droppedConnection: share,
    truncatedBody: share,
    retryAfter: { type: ['number', 'null'] },
    seed: { type: 'integer' },
  }),
  locked: idsByType,
  unreadable: idsByType,
  restrictedTo: closed(Object.fromEntries(recordTypes.map((type) => [type, { ...ids, type: ['array', 'null'] }]))),
  optionalColumns: { type: 'array', items: { type: 'string', enum: optionalTransactionColumns } },
  hiddenTables: names,
  tickedScopes: names,
  suiteqlAllowed: { type: 'boolean' },
  queryParameters: { type: 'boolean' },
  administrator: { type: 'boolean' },
});

export const clockSchema = {
  ...closed({ now: { type: 'string', format: 'date-time' }, frozen: { type: 'boolean' } }),
  required: ['now'],
};

export const advanceSchema = { ...closed({ seconds: { type: 'number' } }), required: ['seconds'] };

export const recordSchema = { type: 'object', additionalProperties: true };
