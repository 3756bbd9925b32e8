import * as contract from '@portal/contract/viewers';
import type { Mount } from '../../http/mount.ts';
import type { ViewerService } from './service.ts';

export function mountViewers(mount: Mount, viewers: ViewerService): void {
  mount(contract.listOrderViewers, async ({ viewer, params }) => ({ data: await viewers.ofOrder(viewer, params.id) }));
  mount(contract.listCustomerViewers, async ({ viewer, params }) => ({
    data: await viewers.ofCustomer(viewer, params.id),
  }));
}
