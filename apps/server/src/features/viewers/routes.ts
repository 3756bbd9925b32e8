import * as contract from '@portal/contract/viewers';
import type { Mount } from '../../http/mount.ts';
import { listCustomerViewers, listOrderViewers } from './service.ts';

export function mountViewers(mount: Mount, dependencies: Parameters<typeof listOrderViewers>[0]): void {
  mount(contract.listOrderViewers, async ({ currentUser, params }) => ({
    data: await listOrderViewers(dependencies, currentUser, params.id),
  }));
  mount(contract.listCustomerViewers, async ({ currentUser, params }) => ({
    data: await listCustomerViewers(dependencies, currentUser, params.id),
  }));
}
