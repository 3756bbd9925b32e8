import type { Group, User } from '@portal/contract/users';
import type pg from 'pg';
import type { CurrentUser } from '../../access/current-user.ts';
import { groupScope, relatedUsers, userScope } from '../../access/people-scope.ts';
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
  refundMails,
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
  /** Public URL of the portal, without a trailing slash. */
  publicUrl: string;
  limits: AdministrationLimits;
  /** Mails a pending user's invitation to its new address, in the same transaction. */
  mailInvitation: (transaction: Database, currentUser: CurrentUser, userId: string) => Promise<void>;
};
export type UserService = ReturnType<typeof createUserService>;

/** Users and groups, within the caller's scope. */
export function createUserService(dependencies: UserDependencies) {
  const { db, pool, clock } = dependencies;

  function list(currentUser: CurrentUser): Promise<User[]> {
    const scope = userScope(currentUser);
    return findUsers({ scope, visible: scope, words: groupScope(currentUser), at: currentUser.at }, pool);
  }

  function listRelated(currentUser: CurrentUser): Promise<User[]> {
    return findUsers(
      {
        scope: relatedUsers(currentUser),
        visible: userScope(currentUser),
        words: groupScope(currentUser),
        at: currentUser.at,
      },
      pool,
    );
  }

  return {
    list,
    listRelated,
    /** Guests to whom orders can be assigned. */
    listGuests: (currentUser: CurrentUser) => findGuests(userScope(currentUser), pool, clock.now()),
    update: (currentUser: CurrentUser, id: string, wanted: WantedUser) =>
      updateUser(dependencies, currentUser, id, wanted),
    remove: (currentUser: CurrentUser, id: string) => deleteUser(dependencies, currentUser, id),
    removeGuest: (currentUser: CurrentUser, id: string) => deleteUser(dependencies, currentUser, id, 'customer_guest'),
    setPassword: (currentUser: CurrentUser, id: string, password: string) =>
      setPassword(dependencies, currentUser, id, password),
    listGroups: (currentUser: CurrentUser): Promise<Group[]> => findGroups(groupScope(currentUser), db),
    editGroup: (currentUser: CurrentUser, id: string, wanted: WantedGroup) =>
      editGroup(dependencies, currentUser, id, wanted),
  };
}
