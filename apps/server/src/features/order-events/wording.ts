import type { EventFacts } from './queries.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** An event in a few plain words, with the tracking numbers of a shipment. */
export function describeEvent({ kind, date, status, number, method, tracking = [] }: EventFacts): string {
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
  }
}
