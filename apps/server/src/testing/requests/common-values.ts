import fc from 'fast-check';
import type { Pool, Thing } from './world-names.ts';

/** Uses the common values nine times out of ten. */
export function mostly<Usual, Other>(usual: fc.Arbitrary<Usual>, other: fc.Arbitrary<Other>) {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other });
}

/** A value from one of these pools. */
export function thing(...of: Pool[]): fc.Arbitrary<Thing> {
  return fc.record({ thing: fc.constantFrom(...of), at: fc.nat(60) }, { noNullPrototype: true });
}

const times = { min: new Date('2024-12-01T00:00:00Z'), max: new Date('2027-12-31T00:00:00Z'), noInvalidDate: true };
const offset = fc.constantFrom('Z', 'Z', '+02:00', '-11:30');

export const day = fc.date(times).map((date) => date.toISOString().slice(0, 10));
/** ISO 8601 timestamps with various offsets and fractions. */
export const instant = fc
  .tuple(fc.date(times), fc.constantFrom('', '.5', '.123456', '.123456789'), offset)
  .map(([date, fraction, zone]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`);

/** Texts or parts of texts that occur in the test data. */
export const word = fc.constantFrom(
  ...[
    'Company',
    'company 1',
    'tag',
    '-tag',
    'order-',
    'SO',
    'PO',
    'Main Street',
    'Billed',
    'a',
    'e',
    '1',
    '2',
    'Jo Doe',
  ],
  ...['Zoë Ødegård', "O'Neill", 'filter-presets-orders', 'Net 30', 'CAD', '未定', '[]', '{"a":[1]}'],
);
