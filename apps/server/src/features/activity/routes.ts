import * as contract from '@portal/contract/activity';
import type { Mount } from '../../http/mount.ts';
import type { ActivityService } from './service.ts';

export function mountActivity(mount: Mount, activity: ActivityService): void {
  mount(contract.listActivity, async ({ currentUser, query }) => ({ data: await activity.list(currentUser, query) }));
}
