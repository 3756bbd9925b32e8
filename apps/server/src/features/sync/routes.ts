import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import * as contract from '@portal/contract/sync';
import type { Authenticate } from '../../http/authentication.ts';
import type { Mount } from '../../http/mount.ts';
import { whenGone } from '../../platform/when-gone.ts';
import { streamRuns } from './event-stream.ts';
import type { SyncService } from './service.ts';

/** `peek` identifies the user without extending the session. */
export function mountSync(mount: Mount, sync: SyncService, peek: Authenticate): void {
  mount(syncOrders, ({ currentUser, query, reply }) => sync.syncOrders(currentUser, query, whenGone(reply.raw)));
  mount(syncCustomers, ({ currentUser, reply }) => sync.syncCustomers(currentUser, whenGone(reply.raw)));
  mount(contract.listSyncRuns, async ({ currentUser, query }) => ({ data: await sync.listRuns(currentUser, query) }));
  mount(contract.getSyncRun, ({ currentUser, params }) => sync.getRun(currentUser, params.id));
  mount(contract.cancelSyncRun, ({ currentUser, params }) => sync.cancelRun(currentUser, params.id));
  mount(contract.listHeldDeletions, async () => ({ data: await sync.heldDeletions() }));
  mount(contract.decideHeldDeletions, async ({ currentUser, params, body }) => ({
    records: await sync.decideHeldDeletions(currentUser, params.kind, body.decision),
  }));
  mount(contract.getSyncOverview, () => sync.overview());
  mount(contract.checkNetsuite, () => sync.check());
  mount(contract.listFailedRecords, ({ query }) => sync.listFailed(query));
  mount(contract.retryFailedRecord, ({ params }) => sync.retryFailed(params.kind, params.id));
  mount(contract.syncFreshness, ({ currentUser }) => sync.freshness(currentUser));
  mount(contract.syncEvents, async ({ currentUser, request, reply }) => {
    const isSame = async () => {
      const now = await peek(request);
      return now?.role === currentUser.role && now.customerId === currentUser.customerId;
    };
    const lease = await sync.openStream(currentUser);
    try {
      await sync.listening();
    } catch (error) {
      await lease.release();
      throw error;
    }
    streamRuns(sync, currentUser, reply, { isStillAllowed: isSame, onClose: () => void lease.release() });
  });
}
