import { syncCustomers } from '@portal/contract/customers';
import { syncOrders } from '@portal/contract/orders';
import * as contract from '@portal/contract/sync';
import type { Authenticate, Mount } from '../../http/mount.ts';
import { whenGone } from '../../platform/when-gone.ts';
import { streamRuns } from './event-stream.ts';
import type { SyncService } from './service.ts';

/** `peek` says who sends a request without counting as use of the session. */
export function mountSync(mount: Mount, sync: SyncService, peek: Authenticate): void {
  mount(syncOrders, ({ viewer, query, reply }) => sync.syncOrders(viewer, query, whenGone(reply.raw)));
  mount(syncCustomers, ({ viewer, reply }) => sync.syncCustomers(viewer, whenGone(reply.raw)));
  mount(contract.listSyncRuns, async ({ viewer, query }) => ({ data: await sync.listRuns(viewer, query) }));
  mount(contract.getSyncRun, ({ viewer, params }) => sync.getRun(viewer, params.id));
  mount(contract.cancelSyncRun, ({ viewer, params }) => sync.cancelRun(viewer, params.id));
  mount(contract.listHeldDeletions, async () => ({ data: await sync.heldDeletions() }));
  mount(contract.decideHeldDeletions, async ({ viewer, params, body }) => ({
    records: await sync.decideHeldDeletions(viewer, params.kind, body.decision),
  }));
  mount(contract.syncFreshness, ({ viewer }) => sync.freshness(viewer));
  mount(contract.syncEvents, async ({ viewer, request, reply }) => {
    const isSame = async () => {
      const now = await peek(request);
      return now?.role === viewer.role && now.customerId === viewer.customerId;
    };
    const lease = await sync.openStream(viewer);
    try {
      await sync.listening();
    } catch (error) {
      await lease.release();
      throw error;
    }
    streamRuns(sync, viewer, reply, { isStillAllowed: isSame, onClose: () => void lease.release() });
  });
}
