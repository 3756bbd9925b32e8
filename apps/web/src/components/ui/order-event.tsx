import type { OrderEventKind } from '@portal/contract/values';
import { CircleDollarSign, CirclePlus, CircleX, type LucideIcon, ReceiptText, RefreshCw, Truck } from 'lucide-react';
import { formatDate } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

/** What happened to an order, as sent by the API. */
export interface ShownOrderEvent {
  kind: OrderEventKind;
  /** NetSuite's own day. */
  date?: string | undefined;
  status?: string | undefined;
  number?: string | undefined;
  method?: string | undefined;
  tracking?: string[] | undefined;
}

export const orderEventIcons: Record<OrderEventKind, LucideIcon> = {
  created: CirclePlus,
  status: RefreshCw,
  cancelled: CircleX,
  shipment: Truck,
  invoice: ReceiptText,
  paid: CircleDollarSign,
};

/** The event in a few words: 'Shipped with United Package'. */
export function orderEventText({ kind, status, number, method }: ShownOrderEvent): string {
  switch (kind) {
    case 'created':
      return t('event.created');
    case 'status':
      return status === undefined ? t('event.noStatus') : t('event.status', { status });
    case 'cancelled':
      return t('event.cancelled');
    case 'shipment':
      return method === undefined ? t('event.shipment') : t('event.shipmentWith', { method });
    case 'invoice':
      return number === undefined ? t('event.invoice') : t('event.invoiceNumber', { number });
    case 'paid':
      return number === undefined ? t('event.paid') : t('event.paidNumber', { number });
  }
}

/** What else is known: NetSuite's day, the fulfillment and the tracking numbers; undefined if nothing. */
export function orderEventDetail({ kind, date, number, tracking = [] }: ShownOrderEvent): string | undefined {
  const shipment = kind === 'shipment' && number !== undefined ? [number] : [];
  const hasOwnDay = kind === 'created' || kind === 'shipment' || kind === 'invoice';
  const parts = [...(date === undefined || !hasOwnDay ? [] : [formatDate(date)]), ...shipment, ...tracking];
  return parts.length === 0 ? undefined : parts.join(' · ');
}
