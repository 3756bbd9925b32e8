import type { Invoice, Shipment } from '@portal/contract/orders';
import type { OrderScope } from '../../access/scope.ts';
import { type TrackingUrls, trackingUrlOf } from '../../config-tracking-urls.ts';
import { toMoneyText } from '../../listing/raw-data.ts';
import { shippingMethodOf } from '../../listing/shipping-method.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import type { StoredFulfillment, StoredInvoice } from './queries.ts';

const states = { A: 'picked', B: 'packed', C: 'shipped' } as const;

/** The shipments of an order; without their numbers for scopes that see none. */
export function toShipments(
  scope: OrderScope,
  fulfillments: readonly StoredFulfillment[],
  urls: TrackingUrls,
): Shipment[] {
  return fulfillments.map(({ tran_id, status_id, ship_date: date, method_name: name, carrier, packages, lines }) => ({
    ...withoutNulls({ number: scope.seesOrderNumbers ? tran_id : null, date, method: shippingMethodOf(name, carrier) }),
    state: states[status_id as keyof typeof states] ?? 'shipped',
    packages: packages.map((each) => {
      const { trackingNumber: number } = each;
      const trackingUrl = number === undefined ? null : trackingUrlOf(urls, { method: name, carrier }, number);
      return { ...each, ...withoutNulls({ trackingUrl }) };
    }),
    lines: lines.map(({ item, quantity }) => ({ ...withoutNulls({ item: item ?? null }), quantity })),
  }));
}

/** The invoices of an order; what is open of them only for scopes that see it. */
export function toInvoices(scope: OrderScope, invoices: readonly StoredInvoice[]): Invoice[] {
  return invoices.map(({ status_id, currency_id, currency_name, total, open_amount, ...invoice }) => ({
    ...withoutNulls({ number: invoice.tran_id, date: invoice.tran_date, dueDate: invoice.due_date }),
    ...withoutNulls({
      currency: currency_name === null ? null : { ...withoutNulls({ id: currency_id }), refName: currency_name },
      total: total === null ? null : toMoneyText(total),
      openAmount: scope.seesOpenAmounts && open_amount !== null ? toMoneyText(open_amount) : null,
    }),
    state: stateOf(status_id, open_amount),
  }));
}

function stateOf(statusId: string | null, openAmount: string | null): Invoice['state'] {
  if (statusId === 'V') return 'voided';
  return statusId === 'B' || Number(openAmount ?? 1) === 0 ? 'paid' : 'open';
}
