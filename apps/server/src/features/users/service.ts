import type { Group, User } from '@portal/contract/users';
import type pg from 'pg';
import { groupScope, relatedUsers, userScope } from '../../access/people-scope.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { AdministrationLimits } from './administration-limits.ts';
import { deleteUser } from './delete-user.ts';
import { editGroup, type WantedGroup } from './edit-group.ts';
import { findGroups } from './group-queries.ts';
import { setPassword } from './set-password.ts';
import { updateUser, type WantedUser } from './update-user.ts';
import { findGuests, findUsers } from './user-rows.ts';

export {
  type AdministrationLimits,
  countAdministrations,
  countMail,
  countMails,
  tooManyMails,
} from './administration-limits.ts';
export { groupLabel } from './group-label.ts';
export { type Placement, placeUser, readPlacementFacts, type WantedPlacement } from './placement.ts';
export { findAddressesWithin, insertUsers } from './queries.ts';

export type UserDependencies = {
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  outbox: Outbox;
  /** Where people reach the portal, without a slash at the end. */
  publicUrl: string;
  limits: AdministrationLimits;
  /** Mails a pending user's invitation to its changed address, in the transaction of the change. */
  mailInvitation: (transaction: Database, currentUser: Viewer, userId: string) => Promise<void>;
};
export type UserService = ReturnType<typeof createUserService>;

/** The users and groups, as each caller may see and change them. */
export function createUserService(dependencies: UserDependencies) {
  const { db, pool, clock } = dependencies;

  function list(viewer: Viewer): Promise<User[]> {
    const scope = userScope(viewer);
    return findUsers({ scope, visible: scope, words: groupScope(viewer), at: viewer.at }, pool);
  }

  function listRelated(viewer: Viewer): Promise<User[]> {
    return findUsers(
      { scope: relatedUsers(viewer), visible: userScope(viewer), words: groupScope(viewer), at: viewer.at },
      pool,
    );
  }

  return {
    list,
    listRelated,
    /** Whom orders can be assigned to. */
    listGuests: (viewer: Viewer) => findGuests(userScope(viewer), pool, clock.now()),
    update: (viewer: Viewer, id: string, wanted: WantedUser) => updateUser(dependencies, viewer, id, wanted),
    remove: (viewer: Viewer, id: string) => deleteUser(dependencies, viewer, id),
    removeGuest: (viewer: Viewer, id: string) => deleteUser(dependencies, viewer, id, 'customer_guest'),
    setPassword: (viewer: Viewer, id: string, password: string) => setPassword(dependencies, viewer, id, password),
    listGroups: (viewer: Viewer): Promise<Group[]> => findGroups(groupScope(viewer), db),
    editGroup: (viewer: Viewer, id: string, wanted: WantedGroup) => editGroup(dependencies, viewer, id, wanted),
  };
}
