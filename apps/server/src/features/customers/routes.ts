import * as contract from '@portal/contract/customers';
import type { Mount } from '../../http/mount.ts';
import { replyWithExport } from '../../listing/export/reply.ts';
import type { CustomerService } from './service.ts';

export function mountCustomers(mount: Mount, customers: CustomerService): void {
  mount(contract.listCustomers, ({ currentUser, query }) => customers.list(currentUser, query));
  mount(contract.exportCustomers, ({ currentUser, query, reply }) =>
    replyWithExport(reply, (gone) => customers.exportAll(currentUser, query, gone)),
  );
  mount(contract.listCustomersForInvitation, ({ currentUser, query }) =>
    customers.listForInvitation(currentUser, query),
  );
  mount(contract.getCustomer, ({ currentUser, params }) => customers.detail(currentUser, params.id));
  mount(contract.listOrdersOfCustomer, ({ currentUser, params, query }) =>
    customers.ordersOf(currentUser, params.id, query),
  );
}
