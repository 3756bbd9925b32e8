import type { PaperKind } from '@portal/contract/values';
import type { EventFacts } from './queries.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** An event in a few plain words, with the tracking numbers of a shipment. */
export function describeEvent({
  kind,
  date,
  status,
  number,
  method,
  tracking = [],
  paper = 'other',
}: EventFacts): string {
  const on = date === undefined ? '' : ` on ${day.format(new Date(date))}`;
  const invoice = number === undefined ? 'Invoice' : `Invoice ${number}`;
  switch (kind) {
    case 'created':
      return 'New order';
    case 'status':
      return status === undefined ? 'Status changed' : `Status changed to ${status}`;
    case 'cancelled':
      return 'Cancelled';
    case 'shipment': {
      const packages = tracking.length === 0 ? '' : `, tracking ${tracking.join(', ')}`;
      return `Shipped${on}${method === undefined ? '' : ` with ${method}`}${packages}`;
    }
    case 'invoice':
      return `${invoice} issued${on}`;
    case 'paid':
      return `${invoice} paid`;
    case 'paper-requested':
      return `${paperLabels[paper]} wanted`;
    case 'paper-uploaded':
      return `${paperLabels[paper]} added`;
    case 'paper-withdrawn':
      return `${paperLabels[paper]} no longer wanted`;
  }
}

const paperLabels: Record<PaperKind, string> = {
  'bill-of-lading': 'Bill of lading',
  'proof-of-delivery': 'Proof of delivery',
  'packing-slip': 'Packing slip',
  invoice: 'Invoice',
  other: 'Other paper',
};
