import * as contract from '@portal/contract/viewers';
import type { Mount } from '../../http/mount.ts';
import type { Database } from '../../platform/database.ts';
import { listCustomerViewers, listOrderViewers } from './service.ts';

export function mountViewers(mount: Mount, { db }: { db: Database }): void {
  mount(contract.listOrderViewers, async ({ currentUser, params, query }) => ({
    data: await listOrderViewers(db, currentUser, params.id, query.after),
  }));
  mount(contract.listCustomerViewers, async ({ currentUser, params, query }) => ({
    data: await listCustomerViewers(db, currentUser, params.id, query.after),
  }));
}
