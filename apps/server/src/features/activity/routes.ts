import * as contract from '@portal/contract/activity';
import type pg from 'pg';
import type { Mount } from '../../http/mount.ts';
import { listActivity } from './list-activity.ts';

export function mountActivity(mount: Mount, dependencies: { pool: pg.Pool }): void {
  mount(contract.listActivity, async ({ currentUser, query }) => ({
    data: await listActivity(dependencies, currentUser, query),
  }));
}
