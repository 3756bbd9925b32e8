import type { SyncKind } from '@portal/contract/sync';
import type { Fields } from '../records.ts';

type Rows = ReadonlyMap<string, Fields>;

/** An event, without when it was learned. */
export type Event = {
  orderId: string;
  kind: string;
  recordId: string;
  state: string | null;
  changedAt: string | null;
};

/** What a sync is to record when it turns the mirror from `before` into `after`. */
export function expectedEvents(kind: SyncKind, before: Rows, after: Rows): Event[] {
  return [...after].flatMap(([id, row]) => {
    const was = before.get(id);
    if (kind === 'customers' || (kind !== 'orders' && row.orderId == null)) return [];
    const event = (name: string, state: string | null = null): Event => ({
      orderId: kind === 'orders' ? id : String(row.orderId),
      kind: name,
      recordId: id,
      state,
      changedAt: row.lastModifiedDate ?? null,
    });
    if (kind === 'fulfillments') return row.statusId === 'C' && was?.statusId !== 'C' ? [event('shipment')] : [];
    if (kind === 'invoices') {
      const issued = was === undefined ? [event('invoice')] : [];
      return isPaid(row) && !isPaid(was) ? [...issued, event('paid')] : issued;
    }
    if (was === undefined) return [event('created')];
    const isNews = row.statusName !== was.statusName && !isOlder(row, was);
    return isNews ? [event(row.statusName === 'Cancelled' ? 'cancelled' : 'status', row.statusName ?? null)] : [];
  });
}

/** What may be recorded once: a status returns, everything else happens to a record once. */
export function onceKey({ kind, recordId, state, changedAt }: Event): string {
  return state === null ? `${kind} ${recordId}` : `${recordId} ${state} ${changedAt}`;
}

function isPaid(row: Fields | undefined): boolean {
  return row?.statusId === 'B' && row.openAmount !== null && Number(row.openAmount) === 0;
}

/** A version that became visible late, under an older date. */
function isOlder({ lastModifiedDate: date }: Fields, { lastModifiedDate: before }: Fields): boolean {
  return date != null && before != null && Date.parse(date) < Date.parse(before);
}
