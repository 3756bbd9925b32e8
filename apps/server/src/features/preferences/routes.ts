import * as contract from '@portal/contract/preferences';
import type { Mount } from '../../http/mount.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { readPreference, savePreference } from './service.ts';

export function mountPreferences(mount: Mount, dependencies: { db: Database; clock: Clock }): void {
  mount(contract.savePreference, ({ currentUser, body }) => savePreference(dependencies, currentUser, body));
  mount(contract.getPreference, ({ currentUser, params }) => readPreference(dependencies, currentUser, params.id));
}
