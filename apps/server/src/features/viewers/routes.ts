import * as contract from '@portal/contract/viewers';
import type { Mount } from '../../http/mount.ts';
import type { ViewerService } from './service.ts';

export function mountViewers(mount: Mount, viewers: ViewerService): void {
  mount(contract.listOrderViewers, async ({ currentUser, params }) => ({
    data: await viewers.ofOrder(currentUser, params.id),
  }));
  mount(contract.listCustomerViewers, async ({ currentUser, params }) => ({
    data: await viewers.ofCustomer(currentUser, params.id),
  }));
}
