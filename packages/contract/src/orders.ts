import { z } from 'zod';
import { customFieldValue, day, instant, money, netsuiteId, netsuiteIdParams, reference } from './common.ts';
import { endpoint } from './endpoint.ts';
import { exportAnswer, exportQuery, listQuery, pageOf } from './listing.ts';
import { syncResult } from './sync.ts';

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

export const order = z.object({ id: netsuiteId, rawData: orderRawData });
export type Order = z.infer<typeof order>;

/** A line as in NetSuite's record service; fields absent there are absent here. */
const orderLine = z.object({
  line: z.number().int().optional(),
  item: reference.optional(),
  description: z.string().optional(),
  quantity: z.number().optional(),
  quantityShipped: z.number().optional(),
  quantityBilled: z.number().optional(),
  quantityBackordered: z.number().optional(),
  isClosed: z.literal(true).optional(),
  rate: money.optional(),
  amount: money.optional(),
});
export type OrderLine = z.infer<typeof orderLine>;

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
});
export type OrderDetail = z.infer<typeof orderDetail>;

const orderPage = pageOf(order);
export type OrderPage = z.infer<typeof orderPage>;

export const listOrders = endpoint({
  method: 'GET',
  path: '/netsuite-sales-orders',
  tag: 'Sales orders',
  summary: 'All orders, for administrators',
  permission: 'orders.listAll',
  query: listQuery,
  response: orderPage,
  errors: [400, 401, 403],
});

export const listCustomerOrders = endpoint({
  method: 'GET',
  path: '/netsuite-sales-orders/customer',
  tag: 'Sales orders',
  summary: "The orders of the caller's customer; for a member without one, of all customers",
  permission: 'orders.listCustomer',
  query: listQuery,
  response: orderPage,
  errors: [400, 401, 403],
});

export const listAssignedOrders = endpoint({
  method: 'GET',
  path: '/netsuite-sales-orders/assigned-orders',
  tag: 'Sales orders',
  summary: 'The orders assigned to the calling guest',
  permission: 'orders.listAssigned',
  query: listQuery,
  response: orderPage,
  errors: [400, 401, 403],
});

export const exportOrders = endpoint({
  method: 'GET',
  path: '/netsuite-sales-orders/export',
  tag: 'Sales orders',
  summary: "The caller's whole list as a file, with the same filters, search and sort",
  permission: 'orders.read',
  query: exportQuery,
  ...exportAnswer,
  errors: [400, 401, 403],
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/netsuite-sales-orders/{id}',
  tag: 'Sales orders',
  summary: 'One order with its lines',
  permission: 'orders.read',
  isLong: true,
  params: netsuiteIdParams,
  response: orderDetail,
  errors: [400, 401, 403, 404],
});

export const syncOrders = endpoint({
  method: 'GET',
  path: '/netsuite-sales-orders/sync',
  tag: 'Sales orders',
  summary: 'Read changed orders from NetSuite; answers when the run has ended',
  permission: 'orders.sync',
  isLong: true,
  query: z.object({
    startDate: day.optional().meta({ description: 'Re-read orders dated (tranDate) on or after' }),
    endDate: day.optional().meta({ description: 'Re-read orders dated (tranDate) on or before' }),
  }),
  response: syncResult,
  errors: [400, 401, 403, 502],
});
