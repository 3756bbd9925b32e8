import { deleteGuestUser, listGuestUsers } from '@portal/contract/invitations';
import * as contract from '@portal/contract/users';
import type pg from 'pg';
import type { Mount } from '../../http/mount.ts';
import { deleteUser } from './delete-user.ts';
import { editGroup, listGroups } from './groups.ts';
import { setPassword } from './set-password.ts';
import { type UpdateDependencies, updateUser } from './update-user.ts';
import { createUserLists, listGuests } from './user-rows.ts';

export type UserDependencies = UpdateDependencies & { pool: pg.Pool };

/** Users and groups, within the caller's scope. */
export function mountUsers(mount: Mount, dependencies: UserDependencies): void {
  const lists = createUserLists(dependencies.pool);
  mount(contract.listUsers, ({ currentUser, query }) => lists.list(currentUser, query.after));
  mount(contract.listRelatedUsers, ({ currentUser, query }) => lists.listRelated(currentUser, query.after));
  mount(contract.updateUser, ({ currentUser, params, body }) => updateUser(dependencies, currentUser, params.id, body));
  mount(contract.deleteUser, async ({ currentUser, params }) => {
    await deleteUser(dependencies, currentUser, params.id);
    return { message: 'User deleted successfully' };
  });
  mount(contract.setUserPassword, async ({ currentUser, params, body }) => {
    await setPassword(dependencies, currentUser, params.id, body.password);
    return { message: 'Password reset successfully' };
  });
  mount(contract.listGroups, ({ currentUser }) => listGroups(dependencies, currentUser));
  mount(contract.updateGroup, ({ currentUser, params, body }) => editGroup(dependencies, currentUser, params.id, body));
  // Guests are users, although their paths are under the invitations.
  mount(listGuestUsers, ({ currentUser, query }) => listGuests(dependencies, currentUser, query.after));
  mount(deleteGuestUser, async ({ currentUser, params }) => {
    await deleteUser(dependencies, currentUser, params.id, 'customer_guest');
    return { message: 'User deleted successfully' };
  });
}
