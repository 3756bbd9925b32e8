import type { ActivityAction } from '@portal/contract/activity';
import type { OrderScope } from '../../access/scope.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/database.ts';
import { actorOf, recordActivity } from '../activity/service.ts';
import type { OrderOfFiles } from './queries.ts';

type FileAction = Extract<ActivityAction, `attachment-${string}`>;

const verbs: Record<FileAction, string> = {
  'attachment-uploaded': 'uploaded',
  'attachment-downloaded': 'downloaded',
  'attachment-deleted': 'deleted',
};

/**
 * Writes what somebody did with a file of an order. Who sees no order numbers reads its own lines as well: there the
 * order is not named.
 */
export async function recordFile(
  transaction: Database,
  by: { viewer: Viewer; scope: OrderScope },
  action: FileAction,
  file: { name: string; order: OrderOfFiles },
  at: Date,
): Promise<void> {
  const { order } = file;
  const name = by.scope.numbers ? (order.tranId ?? `order ${order.id}`) : 'an order';
  const actor = actorOf(by.viewer);
  const content = `${actor.name} ${verbs[action]} “${file.name}” of ${name}`;
  await recordActivity(transaction, {
    at,
    action,
    content,
    actor,
    subject: { id: order.id, name, customerId: order.customerId },
  });
}
