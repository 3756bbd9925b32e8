import * as contract from '@portal/contract/preferences';
import type { Mount } from '../../http/mount.ts';
import type { PreferenceService } from './service.ts';

export function mountPreferences(mount: Mount, preferences: PreferenceService): void {
  mount(contract.savePreference, ({ viewer, body }) => preferences.save(viewer, body));
  mount(contract.getPreference, ({ viewer, params }) => preferences.read(viewer, params.id));
}
