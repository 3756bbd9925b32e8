import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { failedAs } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';
import { type DateFormat, dateFormats, findDateFormat } from '../source/date-format.ts';
import { inGroups } from '../source/in-groups.ts';
import { everything, type Selection } from '../source/record-source.ts';
import { allOf, day, onOrAfter } from '../source/suiteql-text.ts';
import { readField, readText } from '../values/fields.ts';
import { isOrder, orderTable } from './order-sql.ts';

/** What is known of an order's sales effective date without reading its record. */
export type KnownDate = 'order date' | 'none' | 'unknown';

/** Tells for the orders of a selection. */
export type EffectiveDates = (order: { readonly id: string; readonly tranDate: string | null }) => KnownDate;

/** Where nothing is known of any: each record is read. */
export const allUnknown: EffectiveDates = () => 'unknown';

interface DayCount {
  readonly day: string;
  readonly orders: number;
}

/** Days asked about in one request: as many as make a URL of about 6 kB. Where that is too long, half of them. */
const daysInOneRequest = 64;
const fewestDaysInOneRequest = 8;
const pageSize = 1000;

/**
 * For accounts whose SuiteQL has no such column. NetSuite sets the date to the order's own, and few are changed, so that
 * the record service, which can filter by it, is asked for each group of days how many orders have their own date, which
 * have none, and which another. A group that does not add up to the number of its orders is left unknown and its orders
 * are read one by one: a filter understood wrongly costs time and never gives a wrong date.
 */
export async function findEffectiveDates(
  client: NetsuiteClient,
  { from, to }: Selection,
  call?: CallOptions,
): Promise<EffectiveDates> {
  const days = await readDays(client, { ...everything, from, to }, call);
  // The usual format is tried without ado: what comes of a wrong one does not add up.
  const usual = dateFormats[0] === undefined ? null : await countWhole(client, days, dateFormats[0], call);
  if (usual !== null && addsUp(usual, days)) return tell(days, usual.without, []);
  const format = await findDateFormat(client, days, call);
  if (format === null) return allUnknown;
  const whole = format === dateFormats[0] ? usual : await countWhole(client, days, format, call);
  if (whole === null) return allUnknown;
  if (addsUp(whole, days)) return tell(days, whole.without, []);
  const answers = await Promise.all(whole.groups.map((group) => settle(client, group, format, call)));
  const settled = answers.filter((answer) => answer !== null);
  return tell(
    settled.flatMap(({ days: known }) => known),
    settled.flatMap(({ without }) => without),
    settled.flatMap(({ other }) => other),
  );
}

type Whole = { readonly groups: readonly Group[]; readonly without: readonly string[] };

/** How many orders of each group of days have their own date, and which of all have none; null where that is refused. */
async function countWhole(
  client: NetsuiteClient,
  days: readonly DayCount[],
  format: DateFormat,
  call: CallOptions | undefined,
): Promise<Whole | null> {
  try {
    const [groups, without] = await Promise.all([
      Promise.all(inGroups(days, daysInOneRequest).map((group) => countWithOwnDate(client, group, format, call))),
      listWithoutDate(client, days, format, call),
    ]);
    return without === null ? null : { groups: groups.flat(), without };
  } catch (error) {
    if (failedAs(error, 'refused')) return null;
    throw error;
  }
}

function addsUp({ groups, without }: Whole, days: readonly DayCount[]): boolean {
  return sum(groups, ({ own }) => own) + without.length === sum(days, ({ orders }) => orders);
}

function tell(days: readonly DayCount[], without: readonly string[], other: readonly string[]): EffectiveDates {
  const settled = new Set(days.map(({ day: text }) => text));
  const empty = new Set(without);
  const unlike = new Set(other);
  return ({ id, tranDate }) => {
    if (tranDate === null || !settled.has(tranDate) || unlike.has(id)) return 'unknown';
    return empty.has(id) ? 'none' : 'order date';
  };
}

/** The days on which there are orders, with their number. */
async function readDays(client: NetsuiteClient, selection: Selection, call?: CallOptions): Promise<DayCount[]> {
  const days: DayCount[] = [];
  let after: string | null = null;
  for (;;) {
    const where = allOf(
      isOrder(selection),
      after === null ? 't.trandate IS NOT NULL' : onOrAfter('t.trandate', dayAfter(after)),
    );
    const text = day('t.trandate');
    const q = `SELECT ${text} AS day, COUNT(*) AS orders FROM ${orderTable.from} WHERE ${where} GROUP BY ${text} ORDER BY ${text}`;
    const { items } = await client.suiteql({ q, limit: pageSize }, call);
    days.push(...items.map((row) => ({ day: readText(row, 'day') ?? '', orders: Number(readField(row, 'orders')) })));
    after = days.at(-1)?.day ?? null;
    if (items.length < pageSize || after === null) return days;
  }
}

function dayAfter(text: string): string {
  return new Date(Date.parse(`${text}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

type Group = { readonly days: readonly DayCount[]; readonly own: number };

/** How many orders of some days have their own date as effective date; in parts where the filter is too long. */
async function countWithOwnDate(
  client: NetsuiteClient,
  days: readonly DayCount[],
  format: DateFormat,
  call: CallOptions | undefined,
): Promise<Group[]> {
  try {
    const q = ofEachDay(days, format, (text) => `salesEffectiveDate ON "${text}"`);
    return [{ days, own: (await client.records('salesOrder', { q, limit: 1 }, call)).totalResults }];
  } catch (error) {
    if (!failedAs(error, 'refused') || days.length <= fewestDaysInOneRequest) throw error;
    const halves = inGroups(days, Math.ceil(days.length / 2));
    return (await Promise.all(halves.map((half) => countWithOwnDate(client, half, format, call)))).flat();
  }
}

/** All orders between the first and the last day that have no effective date; null where that cannot be asked. */
async function listWithoutDate(
  client: NetsuiteClient,
  days: readonly DayCount[],
  format: DateFormat,
  call: CallOptions | undefined,
): Promise<string[] | null> {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const between = `tranDate ON_OR_AFTER "${format(first.day)}" AND tranDate ON_OR_BEFORE "${format(last.day)}"`;
  return listIds(
    client,
    `${between} AND salesEffectiveDate EMPTY`,
    sum(days, ({ orders }) => orders),
    call,
  );
}

/** The orders of a group that have no effective date, and those with another one; null where it does not add up. */
async function settle(
  client: NetsuiteClient,
  { days, own }: Group,
  format: DateFormat,
  call: CallOptions | undefined,
): Promise<{ days: readonly DayCount[]; without: string[]; other: string[] } | null> {
  const orders = sum(days, (each) => each.orders);
  if (own === orders) return { days, without: [], other: [] };
  const empty = ofEachDay(days, format, () => 'salesEffectiveDate EMPTY');
  const without = await listIds(client, empty, orders, call);
  if (without === null) return null;
  if (own + without.length === orders) return { days, without, other: [] };
  const unlike = ofEachDay(days, format, (text) => `salesEffectiveDate ON_NOT "${text}"`);
  // NetSuite may count what has no date among what has another one.
  const other = (await listIds(client, unlike, orders, call))?.filter((id) => !without.includes(id)) ?? [];
  return own + without.length + other.length === orders ? { days, without, other } : null;
}

function ofEachDay(days: readonly DayCount[], format: DateFormat, condition: (text: string) => string): string {
  const each = days.map(({ day: text }) => `(tranDate ON "${format(text)}" AND ${condition(format(text))})`);
  return each.join(' OR ');
}

/** Ids that meet a filter; null where the filter is refused, or finds more than there can be. */
async function listIds(client: NetsuiteClient, q: string, most: number, call?: CallOptions): Promise<string[] | null> {
  const read = async (offset: number) => {
    const page = await client.records('salesOrder', { q, limit: pageSize, offset }, call);
    return { ...page, ids: page.items.map((item) => readText(item, 'id')).filter((id) => id !== null) };
  };
  try {
    const first = await read(0);
    if (first.totalResults > most) return null;
    const offsets: number[] = [];
    for (let offset = pageSize; offset < first.totalResults; offset += pageSize) offsets.push(offset);
    const others = await Promise.all(offsets.map(read));
    return [first, ...others].flatMap(({ ids }) => ids);
  } catch (error) {
    if (failedAs(error, 'refused')) return null;
    throw error;
  }
}

function sum<Item>(items: readonly Item[], number: (item: Item) => number): number {
  return items.reduce((total, item) => total + number(item), 0);
}
