import type { OrderLine } from '@portal/contract/orders';
import { createNetsuiteClient } from '@portal/netsuite/client/netsuite-client';
import { createCustomerSource } from '@portal/netsuite/customers/customer-source';
import { createOrderSource } from '@portal/netsuite/orders/order-source';
import type { NetsuiteConfig } from '../../config.ts';
import type { Logger } from '../../platform/log.ts';
import { toOrderLine } from './order-line-queries.ts';

/** All reads from NetSuite, through one client with a shared concurrency limit. Creating it sends no request. */
export function connectNetsuite(account: NetsuiteConfig, log: Logger) {
  const { accountId, baseUrl, credentials, concurrency } = account;
  const client = createNetsuiteClient({ accountId, baseUrl, credentials, concurrency, log });
  const orders = createOrderSource(client);
  return {
    client,
    accountId,
    concurrency,
    orders,
    customers: createCustomerSource(client),
    /** The lines of one order; null if NetSuite does not return it. */
    orderLines: {
      async readLines(orderId: string, { signal }: { signal: AbortSignal }): Promise<OrderLine[] | null> {
        const call = { signal, attempts: 2 };
        const { rows } = await orders.open(await orders.probe(call)).read([orderId], call);
        return rows[0]?.lines.map(toOrderLine) ?? null;
      },
    },
  };
}
