import type { Fields } from '../records.ts';

type Rows = ReadonlyMap<string, Fields>;

/** What an order shows of its fulfillments and invoices; numbers of packages and invoices as sorted lists. */
export type Progress = {
  firstShipped: string | null;
  lastShipped: string | null;
  tracking: string[];
  invoiceNumbers: string[];
  invoices: number;
  openAmount: number | null;
  dueDate: string | null;
  shipping: string;
  billing: string;
};

/** Expected progress of each order, derived from the mirrored records without any of the product's SQL. */
export function expectedProgress(orders: Rows, fulfillments: Rows, invoices: Rows): Map<string, Progress> {
  const shipmentsOf = Map.groupBy(fulfillments.values(), ({ orderId }) => orderId);
  const invoicesOf = Map.groupBy(invoices.values(), ({ orderId }) => orderId);
  return new Map(
    [...orders].map(([id, order]) => [id, progressOf(order, shipmentsOf.get(id) ?? [], invoicesOf.get(id) ?? [])]),
  );
}

function progressOf(order: Fields, shipments: readonly Fields[], invoices: readonly Fields[]): Progress {
  const shippedOn = shipments.flatMap(({ statusId, shipDate }) => (statusId === 'C' && shipDate ? [shipDate] : []));
  const packages = shipments.flatMap((shipment) => shipment.packages as unknown as { trackingNumber?: string }[]);
  const dueDates = invoices.flatMap(({ openAmount, dueDate }) =>
    dueDate && (openAmount === null || Number(openAmount) > 0) ? [dueDate] : [],
  );
  const openCents = invoices.reduce((sum, { openAmount }) => sum + Math.round(Number(openAmount) * 100), 0);
  return {
    firstShipped: shippedOn.toSorted()[0] ?? null,
    lastShipped: shippedOn.toSorted().at(-1) ?? null,
    tracking: distinct(packages.map(({ trackingNumber }) => trackingNumber)),
    invoiceNumbers: distinct(invoices.map(({ tranId }) => tranId ?? undefined)),
    invoices: invoices.length,
    openAmount: invoices.length === 0 ? null : openCents / 100,
    dueDate: dueDates.toSorted()[0] ?? null,
    shipping: shippingOf(order),
    billing: billingOf(order, invoices.length, openCents),
  };
}

function shippingOf({ statusName, ordered, shipped }: Fields): string {
  const words: Record<string, string> = {
    Cancelled: 'cancelled',
    Closed: 'closed',
    'Pending Approval': 'awaiting-approval',
    Billed: 'shipped',
  };
  const known = words[statusName ?? ''];
  if (known !== undefined) return known;
  const [units, done] = [Number(ordered), Number(shipped ?? 0)];
  if (done <= 0) return 'not-shipped';
  return ordered !== null && done >= units ? 'shipped' : 'partly-shipped';
}

function billingOf({ statusName }: Fields, invoices: number, openCents: number): string {
  const isOver = statusName === 'Billed' || statusName === 'Closed';
  if (invoices > 0 && openCents === 0 && isOver) return 'paid';
  if (statusName === 'Billed' || (statusName === 'Closed' && invoices > 0)) return 'billed';
  return invoices > 0 ? 'partly-billed' : 'not-billed';
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))].toSorted();
}
