import * as contract from '@portal/contract/timeline';
import type { Mount } from '../../http/mount.ts';
import type { DatabaseClient } from '../../platform/database.ts';
import { listTimeline } from './service.ts';

export function mountOrderEvents(mount: Mount, database: Pick<DatabaseClient, 'db' | 'pool'>): void {
  mount(contract.getTimeline, async ({ currentUser, params, query }) => ({
    data: await listTimeline(database, currentUser, params.id, query),
  }));
}
