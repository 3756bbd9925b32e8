import type { Invoice, OrderLine, Shipment } from '@portal/contract/orders';
import type { OrderScope } from '../../access/scope.ts';
import { type TrackingUrls, trackingUrlOf } from '../../config-tracking-urls.ts';
import { toMoneyText } from '../../listing/raw-data.ts';
import type { StoredFulfillment, StoredInvoice } from './queries.ts';

const states = { A: 'picked', B: 'packed', C: 'shipped' } as const;
const carriers: Readonly<Record<string, string>> = { ups: 'UPS', fedex: 'FedEx', usps: 'USPS' };

/** The shipments of an order; without their numbers for scopes that see none. */
export function toShipments(
  scope: OrderScope,
  fulfillments: readonly StoredFulfillment[],
  orderLines: readonly OrderLine[],
  urls: TrackingUrls,
): Shipment[] {
  return fulfillments.map(({ tran_id, status_id, ship_date, method_name: methodName, carrier, packages, lines }) => {
    const method = methodName ?? carriers[carrier ?? ''];
    return {
      ...(scope.seesOrderNumbers && tran_id !== null ? { number: tran_id } : {}),
      state: states[status_id as keyof typeof states] ?? 'shipped',
      ...(ship_date === null ? {} : { date: ship_date }),
      ...(method === undefined ? {} : { method }),
      packages: packages.map((each) => {
        const { trackingNumber } = each;
        const trackingUrl =
          trackingNumber === undefined
            ? undefined
            : trackingUrlOf(urls, { method: methodName, carrier }, trackingNumber);
        return { ...each, ...(trackingUrl === undefined ? {} : { trackingUrl }) };
      }),
      lines: lines.map(({ line: _, ...rest }, index) => ({ ...findLine(orderLines, lines[index] ?? rest), ...rest })),
    };
  });
}

/**
 * The order's line of a shipment's line. Sources disagree on what links name (suiteql-facts, section 4), so it counts only
 * if it has the same item; otherwise the order's only line with the item does.
 */
function findLine(orderLines: readonly OrderLine[], { line, item }: StoredFulfillment['lines'][number]) {
  const alike = orderLines.filter((each) => each.item?.id !== undefined && each.item.id === item?.id);
  const found = alike.find((each) => each.line === line) ?? (alike.length === 1 ? alike[0] : undefined);
  return found?.line === undefined ? {} : { line: found.line };
}

/** The invoices of an order; what is open of them only for scopes that see it. */
export function toInvoices(scope: OrderScope, invoices: readonly StoredInvoice[]): Invoice[] {
  return invoices.map((invoice) => {
    const { tran_id, tran_date, due_date, status_id, currency_id, currency_name, total, open_amount } = invoice;
    return {
      ...(tran_id === null ? {} : { number: tran_id }),
      ...(tran_date === null ? {} : { date: tran_date }),
      ...(due_date === null ? {} : { dueDate: due_date }),
      state: status_id === 'B' || Number(open_amount ?? 1) === 0 ? 'paid' : 'open',
      ...(currency_name === null
        ? {}
        : { currency: { ...(currency_id === null ? {} : { id: currency_id }), refName: currency_name } }),
      ...(total === null ? {} : { total: toMoneyText(total) }),
      ...(scope.seesOpenAmounts && open_amount !== null ? { openAmount: toMoneyText(open_amount) } : {}),
    };
  });
}
