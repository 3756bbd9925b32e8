import { deleteGuestUser, listGuestUsers } from '@portal/contract/invitations';
import * as contract from '@portal/contract/users';
import type { Mount } from '../../http/mount.ts';
import type { UserService } from './service.ts';

export function mountUsers(mount: Mount, users: UserService): void {
  mount(contract.listUsers, async ({ currentUser }) => ({ data: await users.list(currentUser) }));
  mount(contract.listRelatedUsers, async ({ currentUser }) => ({ data: await users.listRelated(currentUser) }));
  mount(contract.updateUser, ({ currentUser, params, body }) => users.update(currentUser, params.id, body));
  mount(contract.deleteUser, async ({ currentUser, params }) => {
    await users.remove(currentUser, params.id);
    return { message: 'User deleted successfully' };
  });
  mount(contract.setUserPassword, async ({ currentUser, params, body }) => {
    await users.setPassword(currentUser, params.id, body.password);
    return { message: 'Password reset successfully' };
  });
  mount(contract.listGroups, ({ currentUser }) => users.listGroups(currentUser));
  mount(contract.updateGroup, ({ currentUser, params, body }) => users.editGroup(currentUser, params.id, body));
  // Guests are users, although their paths are under the invitations.
  mount(listGuestUsers, ({ currentUser }) => users.listGuests(currentUser));
  mount(deleteGuestUser, async ({ currentUser, params }) => {
    await users.removeGuest(currentUser, params.id);
    return { message: 'User deleted successfully' };
  });
}
