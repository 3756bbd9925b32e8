import type { NetsuiteClient } from './client/netsuite-client.ts';
import { createCustomerSource } from './customers/customer-source.ts';
import { createFulfillmentSource } from './fulfillments/fulfillment-source.ts';
import { createInvoiceSource } from './invoices/invoice-source.ts';
import { createOrderSource } from './orders/order-source.ts';
import type { CustomField, OrderFields } from './source/custom-fields.ts';

/** All kinds of records that the portal mirrors. */
export type Sources = ReturnType<typeof createSources>;

/** Sources of all kinds, which read through one client. */
export function createSources(
  client: NetsuiteClient,
  fields: { orders?: OrderFields; customers?: readonly CustomField[] },
) {
  return {
    orders: createOrderSource(client, fields.orders),
    customers: createCustomerSource(client, fields.customers),
    fulfillments: createFulfillmentSource(client),
    invoices: createInvoiceSource(client),
  };
}
