import type { ActivityAction } from '@portal/contract/values';
import type { CurrentUser } from '../../access/current-user.ts';
import type { OrderScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';
import { type ActivityRecord, actorOf, recordActivity, recordDownload } from '../activity/record-activity.ts';
import type { OrderOfFiles } from './queries.ts';

type FileAction = Extract<ActivityAction, `attachment-${string}`>;

/** Logs an action on a file of an order. */
export async function logFileAction(
  transaction: Database,
  by: { currentUser: CurrentUser; scope: OrderScope },
  action: FileAction,
  file: { name: string; order: OrderOfFiles },
  at: Date,
): Promise<void> {
  await recordActivity(transaction, entryOf(by, action, file, at));
}

/** Logs a download. Repeated downloads of a file by one user within an hour are one entry. */
export async function logFileDownload(
  db: Database,
  by: { currentUser: CurrentUser; scope: OrderScope },
  file: { id: string; name: string; order: OrderOfFiles },
  at: Date,
): Promise<void> {
  await recordDownload(db, by.currentUser.userId, file.id, entryOf(by, 'attachment-downloaded', file, at));
}

function entryOf(
  by: { currentUser: CurrentUser; scope: OrderScope },
  action: FileAction,
  file: { name: string; order: OrderOfFiles },
  at: Date,
): ActivityRecord {
  const { id, tranId, customerId } = file.order;
  const name = tranId ?? `order ${id}`;
  // Users who see no order numbers can read their own entries.
  const isNamed = by.scope.seesOrderNumbers;
  return {
    at,
    action,
    params: { file: file.name, ...(!isNamed && { order: name }) },
    actor: actorOf(by.currentUser),
    subject: { id, name: isNamed ? name : 'an order', customerId },
  };
}
