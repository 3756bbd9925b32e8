import { z } from 'zod';
import { day, instant, netsuiteIdParams, pageBefore } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { orderEventKinds, paperKinds } from './values.ts';

const endpoint = endpointsOf('Sales orders');

const paper = z.enum(paperKinds).optional();

/** What happened to an order, as far as the caller may see it. Never contains amounts. */
export const orderEvent = z.object({
  kind: z.enum(orderEventKinds),
  at: instant.meta({ description: 'When the portal learned of it' }),
  date: day.optional().meta({ description: "NetSuite's own date of the order, shipment, invoice or change" }),
  status: z.string().optional().meta({ description: "The order's new status" }),
  number: z.string().optional().meta({ description: 'Number of the fulfillment or invoice; not for guests' }),
  method: z.string().optional().meta({ description: 'Shipping method, or else the carrier' }),
  tracking: z.array(z.string()).optional(),
  paper: paper.meta({ description: 'Kind of paper that a guest was asked for; for staff and that guest' }),
  to: z.string().optional().meta({ description: 'The guest who was asked; for staff' }),
  by: z.string().optional().meta({ description: 'Who asked for it' }),
  note: z.string().optional(),
});
export type OrderEvent = z.infer<typeof orderEvent>;

const id = z.string().max(40);

const timelineEntry = z.discriminatedUnion('kind', [
  orderEvent.extend({ id }),
  z.object({ id, kind: z.literal('attachment'), at: instant, file: z.string(), by: z.string(), paper }),
  z.object({
    id,
    kind: z.literal('assignment'),
    at: instant,
    to: z.string().meta({ description: 'The guest' }),
    by: z.string().optional().meta({ description: 'Absent when that user is gone' }),
    note: z.string().optional(),
    endsAt: instant.optional(),
  }),
]);
export type TimelineEntry = z.infer<typeof timelineEntry>;

const timelineQuery = pageBefore(id, { limit: 50, maximum: 200 });
export type TimelineQuery = z.output<typeof timelineQuery>;

export const getTimeline = endpoint('GET /netsuite-sales-orders/{id}/timeline', 'orders.read', {
  summary: 'What happened to an order, newest first; the next page begins after the last entry of the one before',
  params: netsuiteIdParams,
  query: timelineQuery,
  response: z.object({ data: z.array(timelineEntry) }),
  errors: [404],
});
