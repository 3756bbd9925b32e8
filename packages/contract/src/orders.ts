import { z } from 'zod';
import { customFieldValue, day, instant, money, netsuiteId, netsuiteIdParams, reference } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { exportAnswer, exportQuery, listQuery, pageOf } from './listing.ts';
import { paperRequest } from './paper-requests.ts';
import { syncResult } from './sync.ts';
import { billingStates, type OpenState, paperKinds, shippingStates } from './values.ts';

const endpoint = endpointsOf('Sales orders');

/** The nineteen fields of a sales order in NetSuite's shape. Fields that are empty or hidden from the caller are absent. */
const orderRawData = z.object({
  tranId: z.string().optional(),
  memo: z.string().optional(),
  otherRefNum: z.string().optional(),
  tranDate: day.optional(),
  createdDate: instant.optional(),
  lastModifiedDate: instant.optional(),
  salesEffectiveDate: day.optional(),
  entity: reference.optional(),
  email: z.string().optional(),
  status: reference.optional(),
  terms: reference.optional(),
  location: reference.optional(),
  currency: reference.optional(),
  custbody_ns_project: reference.optional(),
  billAddress: z.string().optional(),
  shipAddress: z.string().optional(),
  subtotal: money.optional(),
  total: money.optional(),
  custbody_stc_tax_after_discount: money.optional(),
});
export type OrderRawData = z.infer<typeof orderRawData>;

/**
 * Where the order is, from its lines, fulfillments and invoices. Quantities are units of all lines. Guests see no
 * billing; the open amount is for staff and customer administrators.
 */
const orderProgress = z.object({
  shipping: z.enum(shippingStates),
  ordered: z.number().optional(),
  shipped: z.number().optional(),
  backordered: z.number().optional(),
  expected: day.optional().meta({ description: 'Day on which NetSuite expects the order to be shipped' }),
  lastShipped: day.optional(),
  tracking: z.array(z.string()).optional().meta({ description: 'Tracking numbers of all packages' }),
  billing: z.enum(billingStates).optional(),
  dueDate: day.optional().meta({ description: 'Earliest due date of an unpaid invoice' }),
  openAmount: money.optional().meta({ description: 'Unpaid part of the invoices' }),
});
export type OrderProgress = z.infer<typeof orderProgress>;

/** How a guest, who sees no numbers, distinguishes its orders. */
const ownAssignment = z.object({
  shipTo: z.string().optional().meta({ description: 'City and country of the shipping address' }),
  carrier: z.string().optional().meta({ description: 'Of all shipments, the latest one first' }),
  until: instant.nullable().meta({ description: 'When the guest stops seeing the order; null without an end' }),
  note: z.string().optional(),
  wanted: z.array(z.enum(paperKinds)).optional().meta({ description: 'Kinds of papers that the guest is asked for' }),
});
export type OwnAssignment = z.infer<typeof ownAssignment>;
const assignment = ownAssignment.optional().meta({ description: 'For guests' });

export const order = z.object({
  id: netsuiteId,
  rawData: orderRawData,
  progress: orderProgress.optional(),
  assignment,
  changedAt: instant
    .optional()
    .meta({ description: 'With withChangedAt: when the newest event or file of its timeline was made' }),
});
export type Order = z.infer<typeof order>;

/** A line as in NetSuite's record service; fields absent there are absent here. */
const orderLine = z.object({
  line: z.number().int().optional(),
  item: reference.optional(),
  description: z.string().optional(),
  quantity: z.number().optional(),
  quantityShipped: z.number().optional(),
  quantityBilled: z.number().optional().meta({ description: 'Not for guests' }),
  quantityBackordered: z.number().optional(),
  isClosed: z.literal(true).optional(),
  rate: money.optional(),
  amount: money.optional(),
});
export type OrderLine = z.infer<typeof orderLine>;

const shipment = z.object({
  number: z.string().optional().meta({ description: 'Number of the fulfillment; not for guests' }),
  state: z.enum(['picked', 'packed', 'shipped']),
  date: day.optional(),
  method: z.string().optional().meta({ description: 'Shipping method, or else the carrier' }),
  packages: z.array(
    z.object({
      trackingNumber: z.string().optional(),
      trackingUrl: z.url().optional().meta({ description: 'Page of the carrier, by TRACKING_URLS' }),
      weight: z.number().optional(),
      description: z.string().optional(),
    }),
  ),
  lines: z.array(z.object({ item: reference.optional(), quantity: z.number() })),
});
export type Shipment = z.infer<typeof shipment>;

const invoice = z.object({
  number: z.string().optional(),
  date: day.optional(),
  dueDate: day.optional(),
  state: z.enum(['open', 'paid', 'voided']),
  currency: reference.optional(),
  total: money.optional(),
  openAmount: money.optional().meta({ description: 'For staff and customer administrators' }),
});
export type Invoice = z.infer<typeof invoice>;

/** Configured custom fields that the caller may see; absent without any. */
const customFields = z.array(customFieldValue);

const orderDetail = z.object({
  id: netsuiteId,
  rawData: orderRawData.extend({
    item: z
      .object({ items: z.array(orderLine), totalResults: z.number().int() })
      .optional()
      .meta({
        description: 'The lines; absent after an upgrade until the next sync, if they were not mirrored before',
      }),
  }),
  customFields: customFields.optional(),
  progress: orderProgress.optional(),
  assignment,
  shipments: z.array(shipment).optional().meta({ description: 'Newest first' }),
  invoices: z.array(invoice).optional().meta({ description: 'Newest first; not for guests' }),
  paperRequests: z
    .array(paperRequest)
    .optional()
    .meta({ description: 'For staff all of the order, for a guest its own open ones; oldest first' }),
  /** When each of the order's kinds of record was last read from NetSuite; null for invoices if none was found. */
  freshAt: z
    .object({ orders: instant.nullable(), fulfillments: instant.nullable(), invoices: instant.nullable() })
    .optional(),
});
export type OrderDetail = z.infer<typeof orderDetail>;

const orderPage = pageOf(order);
export type OrderPage = z.infer<typeof orderPage>;

const ordersQuery = listQuery.extend({
  withChangedAt: z.literal('true').optional().meta({ description: 'Adds changedAt to the orders' }),
});
export type OrdersQuery = z.infer<typeof ordersQuery>;

export const listOrders = endpoint('GET /netsuite-sales-orders', 'orders.listAll', {
  summary: 'All orders, for administrators',
  query: ordersQuery,
  response: orderPage,
});

export const listCustomerOrders = endpoint('GET /netsuite-sales-orders/customer', 'orders.listCustomer', {
  summary: "The orders of the caller's customer; for a member without one, of all customers",
  query: ordersQuery,
  response: orderPage,
});

export const listAssignedOrders = endpoint('GET /netsuite-sales-orders/assigned-orders', 'orders.listAssigned', {
  summary: 'The orders assigned to the calling guest',
  query: ordersQuery,
  response: orderPage,
});

const openOrders = z.object({
  open: z.object({
    'awaiting-approval': z.int(),
    'not-shipped': z.int(),
    'partly-shipped': z.int(),
  } satisfies Record<OpenState, z.ZodType>),
  late: z.int().meta({ description: 'Open orders that were expected before today' }),
  overdue: z.int().optional().meta({
    description: 'Orders with an invoice due before today; not for guests, and not before invoices were first synced',
  }),
  openAmount: money.optional().meta({
    description:
      "Unpaid part of the invoices of a customer's orders; for its administrators and the staff linked to it, if all are in one currency and invoices were synced",
  }),
  overdueAmount: money.optional().meta({ description: 'The part of it that was due before today' }),
  currency: z.string().optional().meta({
    description: 'Name of the currency of these amounts, if the account has orders in several',
  }),
  missingPapers: z
    .int()
    .optional()
    .meta({ description: 'Orders with an open request for a paper: for staff any, for guests their own' }),
  missingProofs: z.int().optional().meta({ description: 'The same for proofs of delivery' }),
});
export type OpenOrders = z.infer<typeof openOrders>;

export const countOpenOrders = endpoint('GET /netsuite-sales-orders/open', 'orders.read', {
  summary: "Numbers of the caller's open, late and overdue orders",
  query: z.object({ today: day.meta({ description: 'Day of the reader' }) }),
  response: openOrders,
});

export const exportOrders = endpoint('GET /netsuite-sales-orders/export', 'orders.read', {
  summary: "The caller's whole list as a file, with the same filters, search and sort",
  query: exportQuery,
  ...exportAnswer,
});

export const getOrder = endpoint('GET /netsuite-sales-orders/{id}', 'orders.read', {
  summary: 'One order with its lines',
  params: netsuiteIdParams,
  response: orderDetail,
  errors: [404],
});

export const syncOrders = endpoint('GET /netsuite-sales-orders/sync', 'orders.sync', {
  summary: 'Read changed orders from NetSuite; answers when the run has ended',
  isLong: true,
  query: z.object({
    startDate: day.optional().meta({ description: 'Re-read orders dated (tranDate) on or after' }),
    endDate: day.optional().meta({ description: 'Re-read orders dated (tranDate) on or before' }),
  }),
  response: syncResult,
  errors: [502],
});
