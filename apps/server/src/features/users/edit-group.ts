import type { updateGroup as contract, Group } from '@portal/contract/users';
import type { z } from 'zod';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { editableGroups } from '../../access/people-scope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { actorOf, recordActivity } from '../activity/service.ts';
import { groupLabel } from './group-label.ts';
import { findGroups, isNameTaken, writeGroup, writeGroupOfCustomer } from './group-queries.ts';
import { changePeople } from './people-lock.ts';

/** New name and description of a group, and optionally the version that they were edited from. */
export type WantedGroup = z.output<(typeof contract)['body']>;

/**
 * Changes a group's name and description, for everyone or only for the caller's own customer. Its type, and so the
 * permissions of its users, stays. Errors: 404 for a group that the caller may not rename; 409 if the name is in use or
 * `version` is older than the group's.
 */
export async function editGroup(
  { db, clock }: { db: Database; clock: Clock },
  currentUser: CurrentUser,
  id: string,
  { version, ...words }: WantedGroup,
): Promise<Group> {
  const scope = editableGroups(currentUser);
  return changePeople(db, async (transaction) => {
    await assertStillAuthorized(transaction, currentUser);
    const groups = await findGroups(scope, transaction);
    const group = groups.find((one) => one.id === id);
    if (group === undefined) throw notFound('There is no such group.');
    if (version !== undefined && version !== group.version) {
      throw conflict('This group was changed in the meantime. Check the current values and save again.', 'version');
    }
    const isRenamed = words.name !== group.name;
    if (!isRenamed && words.description === group.description) return group;
    const isLabelTaken = groups.some(({ id, name }) => id !== group.id && isSameText(groupLabel(name), words.name));
    if (isRenamed && (isLabelTaken || (await isNameTaken(scope, transaction, group.id, words.name)))) {
      throw conflict('Another group has this name already.', 'name');
    }
    const now = clock.now();
    const changed = { ...group, ...words, version: group.version + 1 };
    if (scope.labelsOfCustomer === null) await writeGroup(transaction, changed, now);
    else await writeGroupOfCustomer(transaction, changed, scope.labelsOfCustomer, now);
    const actor = actorOf(currentUser);
    const subject = { id: group.id, name: groupLabel(group.name), customerId: scope.labelsOfCustomer };
    const what = isRenamed
      ? `renamed the group ${subject.name} to ${groupLabel(words.name)}`
      : `changed the description of the group ${subject.name}`;
    const content = `${actor.name} ${what}`;
    await recordActivity(transaction, { at: now, action: 'group-edited', content, actor, subject });
    return changed;
  });
}

function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
