import { deleteGuestUser, listGuestUsers } from '@portal/contract/invitations';
import * as contract from '@portal/contract/users';
import type { Mount } from '../../http/mount.ts';
import type { UserService } from './service.ts';

export function mountUsers(mount: Mount, users: UserService): void {
  mount(contract.listUsers, async ({ viewer }) => ({ data: await users.list(viewer) }));
  mount(contract.listRelatedUsers, async ({ viewer }) => ({ data: await users.listRelated(viewer) }));
  mount(contract.updateUser, ({ viewer, params, body }) => users.update(viewer, params.id, body));
  mount(contract.deleteUser, async ({ viewer, params }) => {
    await users.remove(viewer, params.id);
    return { message: 'User deleted successfully' };
  });
  mount(contract.setUserPassword, async ({ viewer, params, body }) => {
    await users.setPassword(viewer, params.id, body.password);
    return { message: 'Password reset successfully' };
  });
  mount(contract.listGroups, ({ viewer }) => users.listGroups(viewer));
  mount(contract.updateGroup, ({ viewer, params, body }) => users.editGroup(viewer, params.id, body));
  // Guests are users; their paths lie among the invitations'.
  mount(listGuestUsers, ({ viewer }) => users.listGuests(viewer));
  mount(deleteGuestUser, async ({ viewer, params }) => {
    await users.removeGuest(viewer, params.id);
    return { message: 'User deleted successfully' };
  });
}
