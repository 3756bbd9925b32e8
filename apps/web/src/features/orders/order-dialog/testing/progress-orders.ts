import type { Invoice, Order, OrderDetail, OrderLine, OrderProgress, Shipment } from '@portal/contract/orders';
import type { OrderStatus } from '@portal/contract/values';

/** The day `days` days from today in the user's time zone, as `YYYY-MM-DD`. */
export function dayFromNow(days: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days)).toISOString().slice(0, 10);
}

/** An instant `minutes` minutes ago. */
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

export const line = (name: string, quantity: number, more: Partial<OrderLine> = {}): OrderLine => ({
  item: { id: name, refName: name },
  quantity,
  quantityShipped: 0,
  quantityBilled: 0,
  rate: '14.00',
  amount: `${quantity * 14}.00`,
  ...more,
});

export const shipment = (more: Partial<Shipment> = {}): Shipment => ({
  number: 'IF10248',
  state: 'shipped',
  date: '2025-05-04',
  method: 'United Package',
  packages: [
    {
      trackingNumber: '1Z999AA10123456784',
      trackingUrl: 'https://united.example/track?number=1Z999AA10123456784',
      weight: 12.5,
    },
  ],
  lines: [{ item: { id: '3', refName: 'Queso Cabrales' }, quantity: 8 }],
  ...more,
});

export const invoice = (more: Partial<Invoice> = {}): Invoice => ({
  number: 'INV10248',
  date: '2025-05-05',
  dueDate: '2025-06-04',
  state: 'open',
  total: '494.38',
  openAmount: '494.38',
  ...more,
});

interface Parts {
  status?: OrderStatus;
  progress: OrderProgress;
  lines?: OrderLine[];
  shipments?: Shipment[];
  invoices?: Invoice[];
  freshAt?: OrderDetail['freshAt'];
}

/** An order as its dialog loads it. Orders of guests have no `invoices`, as from the server. */
export function orderWith({ status = 'Pending Fulfillment', progress, lines = [], shipments = [], ...rest }: Parts) {
  const order: OrderDetail = {
    id: '7',
    rawData: {
      tranId: 'SO7',
      otherRefNum: 'VINET-248',
      memo: 'BOL-FEDERAL-10248',
      tranDate: '2025-05-01',
      createdDate: '2025-05-01T10:00:00Z',
      lastModifiedDate: '2025-05-05T10:00:00Z',
      entity: { id: '1', refName: 'Café Olimpico' },
      email: 'orders@olimpico.example',
      status: { id: 'B', refName: status },
      terms: { id: '2', refName: 'Net 30' },
      billAddress: 'Café Olimpico\n124 Rue Saint-Viateur\nMontréal QC H2T 2L1',
      shipAddress: 'Café Olimpico\n124 Rue Saint-Viateur\nMontréal QC H2T 2L1',
      subtotal: '440.00',
      custbody_stc_tax_after_discount: '22.00',
      total: '494.38',
      item: { items: lines, totalResults: lines.length },
    },
    progress,
    shipments,
    ...(progress.billing === undefined ? {} : { invoices: rest.invoices ?? [] }),
    freshAt: rest.freshAt ?? { orders: minutesAgo(4), fulfillments: minutesAgo(4), invoices: minutesAgo(9) },
  };
  return order;
}

/** The list's copy of an order: no lines, shipments or invoices. */
export function listed({ id, rawData: { item: _, ...rawData }, progress }: OrderDetail): Order {
  return { id, rawData, ...(progress === undefined ? {} : { progress }) };
}
