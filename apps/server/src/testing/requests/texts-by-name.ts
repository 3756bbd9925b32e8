import { endpoints } from '@portal/contract/api';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import { orderStatuses } from '@portal/contract/values';
import fc from 'fast-check';
import { describe as describeSchema } from '../../http/json-schema.ts';
import { day, instant, mostly, thing, word } from './common-values.ts';
import { hostileText } from './hostile.ts';

/** Password of some of the test users. */
export const knownPassword = 'a long enough pass phrase 7';

/** A text that fits this field name, or an arbitrary one. */
export function textFor(
  name: string,
  endpoint: EndpointDefinition,
  { least, most }: { least: number; most: number },
): fc.Arbitrary<unknown> {
  const text = fc.oneof({ weight: 4, arbitrary: word }, fc.string({ unit: 'grapheme', maxLength: 30 }), hostileText);
  const fitting = text.map((made) => made.padEnd(least, 'x').slice(0, most));
  const known = namedTexts(endpoint)[name];
  return known === undefined ? fitting : mostly(known, fitting);
}

function namedTexts(endpoint: EndpointDefinition): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const isOfSomebody = /login|forgot|complete/.test(endpoint.path);
  const unknownEmail = fc.nat(1_000_000).map((count) => `new-${count}@test.example`);
  const column = fc.constantFrom(...columnsOf(endpoint));
  const filters = fc.array(
    column.chain((id) => fc.tuple(fc.constant(id), filterFor(id))),
    { maxLength: 2 },
  );
  const ids = fc.uniqueArray(column, { minLength: 1, maxLength: 4 });
  return {
    email: isOfSomebody ? mostly(thing('emails'), unknownEmail) : mostly(unknownEmail, thing('emails')),
    password: fc.constantFrom(knownPassword, knownPassword, 'another pass phrase of nine', 'short1', 'password'),
    otp: fc.integer({ min: 100_000, max: 999_999 }).map(String),
    search: word,
    person: mostly(word, thing('users')),
    sortBy: column,
    columns: ids.map((chosen) => chosen.join(',')),
    filter: filters.map((pairs) => JSON.stringify(Object.fromEntries(pairs))),
    // Rows of a list are texts, whatever they contain.
    groupId: thing('groups'),
    customerNetsuiteId: thing('customers'),
    expiresAt: instant,
  };
}

/** Columns of a list, from the contract's rows; an export has those of its list. */
function columnsOf(endpoint: EndpointDefinition): string[] {
  const list = endpoint.path.replace(/\/export$/, '');
  const same = Object.values(endpoints).find(({ path }: EndpointDefinition) => path === list) ?? endpoint;
  const columns = columnsIn(describeSchema(same.response, 'output'));
  return columns.length === 0 ? ['id'] : columns;
}

function columnsIn(described: unknown): string[] {
  if (typeof described !== 'object' || described === null) return [];
  return Object.entries(described).flatMap(([key, inner]) =>
    key === 'rawData' ? Object.keys((inner as { properties?: object }).properties ?? {}) : columnsIn(inner),
  );
}

const amount = fc.oneof(
  fc.integer({ min: -10, max: 200 }).map(String),
  fc.double({ noNaN: true }).map(String),
  fc.constant(''),
);
const statuses = fc.subarray([...orderStatuses]).map((names) => names.join(','));
const days = fc.tuple(fc.oneof(day, instant, fc.constant('')), day).map((ends) => ends.join(','));
const amounts = fc.tuple(amount, amount).map((ends) => ends.join(','));

function filterFor(column: string): fc.Arbitrary<unknown> {
  if (/status/i.test(column)) return mostly(statuses, hostileText);
  if (/date/i.test(column)) return mostly(fc.oneof(days, fc.record({ from: day, to: instant })), hostileText);
  if (/total|balance|tax|unbilled/i.test(column)) return mostly(amounts, hostileText);
  return mostly(word, fc.oneof(hostileText, fc.jsonValue({ maxDepth: 1 })));
}
