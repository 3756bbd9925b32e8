import type { OrderEvent } from '@portal/contract/timeline';
import type { OrderEventKind } from '@portal/contract/values';
import {
  CircleDollarSign,
  CirclePlus,
  CircleX,
  FileCheck,
  FileQuestion,
  FileX,
  type LucideIcon,
  ReceiptText,
  RefreshCw,
  Truck,
} from 'lucide-react';
import { formatDate, formatFacts } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

type ShownOrderEvent = Omit<OrderEvent, 'at'>;

export const orderEventIcons: Record<OrderEventKind, LucideIcon> = {
  created: CirclePlus,
  status: RefreshCw,
  cancelled: CircleX,
  shipment: Truck,
  invoice: ReceiptText,
  paid: CircleDollarSign,
  'paper-requested': FileQuestion,
  'paper-uploaded': FileCheck,
  'paper-withdrawn': FileX,
};

/** The event in a few words: 'Shipped with United Package'. */
export function orderEventText({ kind, status, number, method, paper: ofKind = 'other', to }: ShownOrderEvent): string {
  const paper = t(`paper.${ofKind}`);
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
    case 'paper-requested':
      return to === undefined ? t('event.paperWanted', { paper }) : t('event.paperWantedFrom', { paper, to });
    case 'paper-uploaded':
      return t('event.paperAdded', { paper });
    case 'paper-withdrawn':
      return to === undefined ? t('event.paperWithdrawn', { paper }) : t('event.paperWithdrawnFrom', { paper, to });
  }
}

/** What else is known, such as NetSuite's day, the tracking numbers, or who asks for a paper; undefined if nothing. */
export function orderEventDetail({ kind, date, number, tracking = [], by, note }: ShownOrderEvent): string | undefined {
  const shipment = kind === 'shipment' && number !== undefined ? [number] : [];
  const hasOwnDay = kind === 'created' || kind === 'shipment' || kind === 'invoice';
  const parts = [...(date === undefined || !hasOwnDay ? [] : [formatDate(date)]), ...shipment, ...tracking];
  if (by !== undefined) parts.push(t('timeline.by', { by }));
  if (note !== undefined) parts.push(note);
  return parts.length === 0 ? undefined : formatFacts(parts);
}
