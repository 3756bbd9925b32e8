import * as contract from '@portal/contract/orders';
import type { Mount } from '../../http/mount.ts';
import { replyWithExport } from '../../listing/export/reply.ts';
import type { OrderService } from './service.ts';

export function mountOrders(mount: Mount, orders: OrderService): void {
  // Three routes for three kinds of role; what each caller sees is its scope's to say.
  mount(contract.listOrders, ({ viewer, query }) => orders.list(viewer, query));
  mount(contract.listCustomerOrders, ({ viewer, query }) => orders.list(viewer, query));
  mount(contract.listAssignedOrders, ({ viewer, query }) => orders.list(viewer, query));
  mount(contract.exportOrders, ({ viewer, query, reply }) =>
    replyWithExport(reply, (gone) => orders.exportAll(viewer, query, gone)),
  );
  mount(contract.getOrder, ({ viewer, params, query }) => orders.detail(viewer, params.id, query));
}
