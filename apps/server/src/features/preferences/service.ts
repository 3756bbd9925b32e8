import type { savePreference as contract, Preference } from '@portal/contract/preferences';
import type { z } from 'zod';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { transactionWithLock } from '../../platform/advisory-lock.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { badRequest, conflict } from '../../platform/errors.ts';
import { countOtherPreferences, findPreference, type PreferenceRow, writePreference } from './queries.ts';

/** A setting with its label, and optionally the version that it was edited from. */
export type WantedPreference = z.output<(typeof contract)['body']>;

/** Far above the number of tables; prevents use of the preferences as file storage. */
const MAX_LABELS = 100;

/**
 * Saves a preference of the current user; no role gives access to another user's. Errors: 400 if the user has too many labels; 409 if `version` is given and is not the stored one (0: none is
 * stored).
 */
export async function savePreference(
  { db, clock }: { db: Database; clock: Clock },
  currentUser: CurrentUser,
  wanted: WantedPreference,
): Promise<Preference> {
  const { userId } = currentUser;
  const { label, prefrenceSetting: setting, version } = wanted;
  const written = await transactionWithLock(db, `preferences ${userId}`, async (transaction) => {
    await assertStillAuthorized(transaction, currentUser);
    if ((await countOtherPreferences(transaction, userId, label)) >= MAX_LABELS) {
      throw badRequest(`At most ${MAX_LABELS} preferences can be kept.`);
    }
    const stored = await findPreference(transaction, userId, label);
    if (version !== undefined && version !== (stored?.version ?? 0)) {
      throw conflict('This was changed in another window or on another device. Reload it and repeat your change.');
    }
    return writePreference(transaction, { userId, label, setting }, clock.now());
  });
  return toPreference(written);
}

/** Returns a list with one item, or an empty list if nothing is stored: browsers would log a 404 as an error. */
export async function readPreference(
  { db }: { db: Database },
  currentUser: CurrentUser,
  label: string,
): Promise<Preference[]> {
  const found = await findPreference(db, currentUser.userId, label);
  return found === undefined ? [] : [toPreference(found)];
}

/** A user's stored setting of a label. */
export async function readSetting(db: Database, userId: string, label: string): Promise<string | undefined> {
  return (await findPreference(db, userId, label))?.setting;
}

function toPreference({ setting, ...row }: PreferenceRow): Preference {
  return { ...row, prefrenceSetting: setting };
}
