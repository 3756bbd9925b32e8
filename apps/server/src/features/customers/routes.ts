import * as contract from '@portal/contract/customers';
import type { Mount } from '../../http/mount.ts';
import { replyWithExport } from '../../listing/export/reply.ts';
import type { CustomerService } from './service.ts';

export function mountCustomers(mount: Mount, customers: CustomerService): void {
  mount(contract.listCustomers, ({ viewer, query }) => customers.list(viewer, query));
  mount(contract.exportCustomers, ({ viewer, query, reply }) =>
    replyWithExport(reply, (gone) => customers.exportAll(viewer, query, gone)),
  );
  mount(contract.listCustomersForInvitation, ({ viewer, query }) => customers.listForInvitation(viewer, query));
  mount(contract.getCustomer, ({ viewer, params }) => customers.detail(viewer, params.id));
  mount(contract.listOrdersOfCustomer, ({ viewer, params, query }) => customers.ordersOf(viewer, params.id, query));
}
