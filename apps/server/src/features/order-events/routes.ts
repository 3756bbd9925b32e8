import * as contract from '@portal/contract/timeline';
import type { Mount } from '../../http/mount.ts';
import type { TimelineService } from './service.ts';

export function mountOrderEvents(mount: Mount, timeline: TimelineService): void {
  mount(contract.getTimeline, async ({ currentUser, params, query }) => ({
    data: await timeline.list(currentUser, params.id, query),
  }));
}
