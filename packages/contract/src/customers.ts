import { z } from 'zod';
import { anyText, customFieldValue, instant, money, netsuiteId, netsuiteIdParams, reference } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { exportAnswer, exportQuery, listQuery, pageOf } from './listing.ts';
import { order } from './orders.ts';
import { syncResult } from './sync.ts';
import { MAX_SEARCH_WORDS } from './values.ts';

const endpoint = endpointsOf('Customers');

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

export const listCustomers = endpoint('GET /netsuite-customers', 'customers.read', {
  summary: "The customers in the caller's scope",
  query: listQuery.extend(contains),
  response: customerPage,
});

export const exportCustomers = endpoint('GET /netsuite-customers/export', 'customers.read', {
  summary: "The caller's whole list as a file, with the same filters, search and sort",
  query: exportQuery.extend(contains),
  ...exportAnswer,
});

export const getCustomer = endpoint('GET /netsuite-customers/{id}', 'customers.read', {
  summary: 'One customer',
  params: netsuiteIdParams,
  response: customerDetail,
  errors: [404],
});

export const listOrdersOfCustomer = endpoint('GET /netsuite-customers/{id}/orders', 'customers.read', {
  summary: "One customer's orders",
  params: netsuiteIdParams,
  query: listQuery,
  response: pageOf(order),
  errors: [404],
});

export const listCustomersForInvitation = endpoint('GET /netsuite-customers/for-invitation', 'invitations.manage', {
  summary: 'The customers a new user can be linked to, by name; 10,000 at most',
  query: z.object({
    search: anyText(200)
      .refine(
        (text) => text.trim().split(/\s+/).length <= MAX_SEARCH_WORDS,
        `must have at most ${MAX_SEARCH_WORDS} words`,
      )
      .optional()
      .meta({ description: 'Words that the name or email contains, whatever their case and accents' }),
    limit: z.coerce.number<number | string>().int().min(1).max(10_000).default(10_000),
  }),
  response: z.array(z.object({ id: netsuiteId, name: z.string(), email: z.string().optional() })),
});

export const syncCustomers = endpoint('POST /netsuite-customers/sync', 'customers.sync', {
  summary: 'Read changed customers from NetSuite; answers when the run has ended',
  isLong: true,
  response: syncResult,
  errors: [502],
});
