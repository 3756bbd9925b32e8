import * as contract from '@portal/contract/preferences';
import type { Mount } from '../../http/mount.ts';
import type { PreferenceService } from './service.ts';

export function mountPreferences(mount: Mount, preferences: PreferenceService): void {
  mount(contract.savePreference, ({ currentUser, body }) => preferences.save(currentUser, body));
  mount(contract.getPreference, ({ currentUser, params }) => preferences.read(currentUser, params.id));
}
