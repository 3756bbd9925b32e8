import { z } from 'zod';
import { anyText, customFieldValue, instant, money, netsuiteId, netsuiteIdParams, reference } from './common.ts';
import { endpoint } from './endpoint.ts';
import { exportAnswer, exportQuery, listQuery, pageOf } from './listing.ts';
import { order } from './orders.ts';
import { syncResult } from './sync.ts';

/** The fields of a customer in NetSuite's shape. Fields that are empty or hidden from the caller are absent. */
const customerRawData = z.object({
  entityId: z.string().optional(),
  companyName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  category: reference.optional(),
  dateCreated: instant.optional(),
  lastModifiedDate: instant.optional(),
  entityStatus: reference.optional(),
  terms: reference.optional(),
  currency: reference.optional(),
  language: reference.optional(),
  defaultAddress: z.string().optional(),
  balance: money.optional(),
  depositBalance: money.optional(),
  overdueBalance: money.optional(),
  unbilledOrders: money.optional(),
  creditHoldOverride: reference.optional(),
  priceLevel: reference.optional(),
  subsidiary: reference.optional(),
  salesRep: reference.optional(),
});
export type CustomerRawData = z.infer<typeof customerRawData>;

export const customer = z.object({ id: netsuiteId, rawData: customerRawData });
export type Customer = z.infer<typeof customer>;

/** With the configured custom fields that the caller may see; without any, they are absent. */
const customerDetail = customer.extend({ customFields: z.array(customFieldValue).optional() });
export type CustomerDetail = z.infer<typeof customerDetail>;

const customerPage = pageOf(customer);
export type CustomerPage = z.infer<typeof customerPage>;

/** Filters beside `filter`. */
const contains = {
  companyName: z.string().max(200).optional().meta({ description: 'Contains' }),
  email: z.string().max(200).optional().meta({ description: 'Contains' }),
  category: z.string().max(200).optional().meta({ description: 'Contains' }),
};

export const listCustomers = endpoint({
  method: 'GET',
  path: '/netsuite-customers',
  tag: 'Customers',
  summary: "The customers in the caller's scope",
  permission: 'customers.read',
  query: listQuery.extend(contains),
  response: customerPage,
  errors: [400, 401, 403],
});

export const exportCustomers = endpoint({
  method: 'GET',
  path: '/netsuite-customers/export',
  tag: 'Customers',
  summary: "The caller's whole list as a file, with the same filters, search and sort",
  permission: 'customers.read',
  query: exportQuery.extend(contains),
  ...exportAnswer,
  errors: [400, 401, 403],
});

export const getCustomer = endpoint({
  method: 'GET',
  path: '/netsuite-customers/{id}',
  tag: 'Customers',
  summary: 'One customer',
  permission: 'customers.read',
  params: netsuiteIdParams,
  response: customerDetail,
  errors: [400, 401, 403, 404],
});

export const listOrdersOfCustomer = endpoint({
  method: 'GET',
  path: '/netsuite-customers/{id}/orders',
  tag: 'Customers',
  summary: "One customer's orders",
  permission: 'customers.read',
  params: netsuiteIdParams,
  query: listQuery,
  response: pageOf(order),
  errors: [400, 401, 403, 404],
});

export const listCustomersForInvitation = endpoint({
  method: 'GET',
  path: '/netsuite-customers/for-invitation',
  tag: 'Customers',
  summary: 'The customers a new user can be linked to, by name; 10,000 at most',
  permission: 'invitations.manage',
  query: z.object({
    search: anyText(200)
      .optional()
      .meta({ description: 'Words that the name or email contains, whatever their case and accents' }),
    limit: z.coerce.number<number | string>().int().min(1).max(10_000).default(10_000),
  }),
  response: z.array(z.object({ id: netsuiteId, name: z.string(), email: z.string().optional() })),
  errors: [400, 401, 403],
});

export const syncCustomers = endpoint({
  method: 'POST',
  path: '/netsuite-customers/sync',
  tag: 'Customers',
  summary: 'Read changed customers from NetSuite; answers when the run has ended',
  permission: 'customers.sync',
  isLong: true,
  response: syncResult,
  errors: [401, 403, 502],
});
