import type { NetsuiteClient } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readDay, readText } from '../values/fields.ts';
import { askOnce } from './ask-once.ts';
import { type DateFormat, findDateFormat, type KnownDay } from './date-format.ts';
import { readIfThere } from './record-batches.ts';
import type { Selection } from './record-source.ts';

const dayMs = 86_400_000;
/** Among so many orders there is one dated after the 12th, or the format cannot be told. */
const ordersLookedAt = 20;

/** Says selections in the record service's filter language, in the account's date format, which it finds out once. */
export interface RecordFilters {
  readonly orders: (selection: Selection, call?: CallOptions) => Promise<string | null>;
  readonly customers: (selection: Selection, call?: CallOptions) => Promise<string | null>;
}

export function createRecordFilters(client: NetsuiteClient): RecordFilters {
  const knownFormat = askOnce((call) => readDateFormat(client, call));

  async function dates({ since, from, to }: Selection, call: CallOptions | undefined): Promise<string[]> {
    if (since === null && from === null && to === null) return [];
    const write = await knownFormat(call);
    if (write === null) return [];
    // The filter knows days alone, in the account's time zone: one day earlier is early enough in all of them.
    const changed = since === null ? null : new Date(since.getTime() - dayMs).toISOString().slice(0, 10);
    return [
      ...(changed === null ? [] : [`lastModifiedDate ON_OR_AFTER "${write(changed)}"`]),
      ...(from === null ? [] : [`tranDate ON_OR_AFTER "${write(from)}"`]),
      ...(to === null ? [] : [`tranDate ON_OR_BEFORE "${write(to)}"`]),
    ];
  }

  const join = (conditions: string[]) => (conditions.length === 0 ? null : conditions.join(' AND '));
  return {
    async orders(selection, call) {
      const customer = selection.customerId === null ? [] : [`entity ANY_OF [${selection.customerId}]`];
      return join([...customer, ...(await dates(selection, call))]);
    },
    async customers(selection, call) {
      const itself = selection.customerId === null ? [] : [`id EQUAL ${selection.customerId}`];
      return join([...itself, ...(await dates({ ...selection, from: null, to: null }, call))]);
    },
  };
}

async function readDateFormat(client: NetsuiteClient, call: CallOptions | undefined): Promise<DateFormat | null> {
  const { items } = await client.records('salesOrder', { limit: ordersLookedAt }, call);
  const bodies = await Promise.all(
    items.map((item) => readIfThere(client, 'salesOrder', readText(item, 'id') ?? '', call)),
  );
  const days: KnownDay[] = bodies.flatMap((body) => {
    const day = body === null ? null : readDay(body, 'tranDate');
    return day === null ? [] : [{ day, orders: null }];
  });
  return findDateFormat(client, days, call);
}
