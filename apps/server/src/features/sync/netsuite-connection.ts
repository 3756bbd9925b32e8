import type { OrderLine } from '@portal/contract/orders';
import { createNetsuiteClient } from '@portal/netsuite/client/netsuite-client';
import { customerFromRecord } from '@portal/netsuite/customers/customer-mapping';
import { createCustomerSource } from '@portal/netsuite/customers/customer-source';
import { orderFromRecord } from '@portal/netsuite/orders/order-from-record';
import { linesFromRecord } from '@portal/netsuite/orders/order-lines';
import { createOrderSource } from '@portal/netsuite/orders/order-source';
import { readIfThere } from '@portal/netsuite/source/record-batches';
import { createRecordFilters } from '@portal/netsuite/source/record-filters';
import { createRecordServiceSource } from '@portal/netsuite/source/record-service-source';
import { withFallback } from '@portal/netsuite/source/with-fallback';
import type { NetsuiteConfig } from '../../config.ts';
import type { Logger } from '../../platform/log.ts';

/** Everything the portal reads from NetSuite, over one client: its requests share one limit. Nothing is sent yet. */
export function connectNetsuite(account: NetsuiteConfig, log: Logger) {
  const { accountId, baseUrl, credentials, concurrency } = account;
  const client = createNetsuiteClient({ accountId, baseUrl, credentials, concurrency, log });
  const filters = createRecordFilters(client);
  const onFallback = () => log.warn('the NetSuite role may not use SuiteQL: records are read one by one');
  const orders = createRecordServiceSource(client, {
    type: 'salesOrder',
    map: orderFromRecord,
    filter: filters.orders,
  });
  const customers = createRecordServiceSource(client, {
    type: 'customer',
    map: customerFromRecord,
    filter: filters.customers,
  });
  return {
    client,
    concurrency,
    orders: withFallback(createOrderSource(client), orders, onFallback),
    customers: withFallback(createCustomerSource(client), customers, onFallback),
    /** The lines of one order; null when NetSuite has no such order. One try: somebody waits for it. */
    orderLines: {
      async readLines(orderId: string, { signal }: { signal: AbortSignal }): Promise<OrderLine[] | null> {
        const body = await readIfThere(client, 'salesOrder', orderId, { signal, attempts: 2 });
        return body === null ? null : linesFromRecord(body);
      },
    },
  };
}
