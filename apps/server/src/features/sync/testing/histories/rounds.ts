import { syncKinds } from '@portal/contract/values';
import fc from 'fast-check';

/** Position of a record in the list of its kind, from 0 to 1. */
const place = fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1000);
const some = <Value>(maxLength: number, value: fc.Arbitrary<Value>) => fc.array(value, { maxLength });
const kind = fc.constantFrom(...syncKinds);
const onceIn = <Value>(times: number, value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: times - 1, arbitrary: fc.constant(null) });
/** Minutes until a change is seen, under the date at which it was made. */
const minutesLate = fc.constantFrom(0, 0, 0, 1, 61, 1380);

/** What happens in the account between two syncs. */
export const round = fc.record({
  created: some(2, place),
  edits: some(8, fc.record({ kind, at: place, minutesLate })),
  deleted: some(3, fc.record({ kind, at: place, minutesLate: fc.constantFrom(0, 0, 45) })),
  statuses: some(2, fc.record({ at: place, letter: fc.constantFrom('A', 'B', 'C', 'H') })),
  shipped: some(4, fc.record({ at: place, isPartial: fc.boolean(), isBilled: fc.boolean(), minutesLate })),
  packed: some(2, fc.record({ at: place, letter: fc.constantFrom('A', 'B', 'C') })),
  paid: some(3, fc.record({ at: place, isPartial: fc.boolean(), minutesLate })),
  /** Fulfillments and invoices that get another order, and its customer. */
  moved: some(2, fc.record({ kind: fc.constantFrom('fulfillments', 'invoices'), at: place, to: place })),
  renamedCustomer: onceIn(3, place),
  /** These changes move no date: such rounds end with the nightly sync, once or for a week. */
  night: onceIn(
    5,
    fc.record({
      renamed: fc.constantFrom('term', 'location', 'item', 'shipitem'),
      balances: some(3, place),
      paid: some(3, place),
      edits: some(4, fc.record({ kind, at: place })),
      backordered: some(3, place),
      nights: fc.constantFrom(1, 1, 7),
    }),
  ),
  locked: some(4, place),
  unreadable: onceIn(4, fc.record({ kind: fc.constantFrom('orders', 'fulfillments', 'invoices'), at: place })),
  /** Orders that a restricted role does not see, although they exist. */
  hidden: onceIn(6, place),
  account: onceIn(
    4,
    fc.record({
      locations: fc.boolean(),
      addresses: fc.boolean(),
      deletions: fc.boolean(),
      packages: fc.boolean(),
      trackingNumbers: fc.boolean(),
    }),
  ),
  timeZone: onceIn(3, fc.constantFrom('America/Toronto', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC')),
  shortPages: fc.constantFrom(1000, 1000, 7),
  /** Minutes that pass in the account, and by which the portal's own clock then differs from it. */
  passed: fc.integer({ min: 1, max: 4000 }),
  shift: fc.constantFrom(0, 0, -50, 75),
  faults: fc.constantFrom(0, 0, 0.1),
  seed: fc.nat(),
  /** A second portal syncs too, alone or while the first one does; it is killed after so many requests to NetSuite. */
  second: onceIn(
    4,
    fc.record({ killedAfter: fc.nat({ max: 25 }), meanwhile: fc.constantFrom('manual', 'scheduled', 'nightly', null) }),
  ),
});
export type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

/** Shortly before clocks change in Toronto, to summer time and back, and in Auckland; or now. */
export const clockChange = onceIn(
  2,
  fc
    .constantFrom('2025-03-09T06:50:00Z', '2025-11-02T05:50:00Z', '2026-04-04T13:50:00Z')
    .map((instant) => new Date(instant)),
);
