import * as contract from '@portal/contract/orders';
import type { Mount } from '../../http/mount.ts';
import { replyWithExport } from '../../listing/export/reply.ts';
import type { OrderService } from './service.ts';

export function mountOrders(mount: Mount, orders: OrderService): void {
  // One route for each of three kinds of role; the scope decides what each caller sees.
  mount(contract.listOrders, ({ currentUser, query }) => orders.list(currentUser, query));
  mount(contract.listCustomerOrders, ({ currentUser, query }) => orders.list(currentUser, query));
  mount(contract.listAssignedOrders, ({ currentUser, query }) => orders.list(currentUser, query));
  mount(contract.countOpenOrders, ({ currentUser, query }) => orders.countOpen(currentUser, query.today));
  mount(contract.exportOrders, ({ currentUser, query, reply }) =>
    replyWithExport(reply, (gone) => orders.exportAll(currentUser, query, gone)),
  );
  mount(contract.getOrder, ({ currentUser, params }) => orders.detail(currentUser, params.id));
}
