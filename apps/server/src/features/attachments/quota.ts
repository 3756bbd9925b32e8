import { type CurrentUser, limitFor } from '../../access/current-user.ts';
import type { UsageLimits } from '../../config-usage-limits.ts';
import type { Database } from '../../platform/database.ts';
import { tooLarge, tooManyRequests } from '../../platform/errors.ts';
import { acquireLease, type Lease } from '../../platform/leases.ts';
import { formatBytes } from './inspect-file.ts';
import { findUsage, type OrderOfFiles } from './queries.ts';

/** Limits for an order, a customer, and concurrent uploads of a user. */
export type AttachmentLimits = Pick<UsageLimits, 'uploadsAtOnce' | 'orderFiles' | 'orderBytes' | 'customerBytes'>;

/**
 * Acquires one of the user's concurrent uploads; 429 when all are in use. Turns (`http/work-queue.ts`) let fewer of them be at
 * work, but only in one process, and a stalled upload gives its turn up.
 */
export async function beginUpload(db: Database, currentUser: CurrentUser, limits: AttachmentLimits): Promise<Lease> {
  const lease = await acquireLease(db, `uploads of ${currentUser.userId}`, limitFor(currentUser, limits.uploadsAtOnce));
  if (lease !== undefined) return lease;
  throw tooManyRequests('Too many of your uploads are under way. Try again when some have finished.', 5);
}

/**
 * Throws 413 when a file of `size` bytes exceeds the limit of its order or customer. Only reliable under `filesLock`;
 * an earlier check avoids receiving bytes that would be rejected.
 */
export async function assertRoomFor(
  db: Database,
  currentUser: CurrentUser,
  limits: AttachmentLimits,
  order: OrderOfFiles,
  size: number,
): Promise<void> {
  const usage = await findUsage(db, order);
  const [files, bytes] = [limitFor(currentUser, limits.orderFiles), limitFor(currentUser, limits.orderBytes)];
  if (usage.files + 1 > files) {
    throw tooLarge(`This order already has ${files} files, which is the limit. Delete some to add others.`);
  }
  if (usage.bytes + size > bytes) {
    throw tooLarge(`The files of one order are limited to ${formatBytes(bytes)} in total. Delete some to add others.`);
  }
  const ofCustomer = limitFor(currentUser, limits.customerBytes);
  if (usage.customerBytes + size > ofCustomer) {
    const limit = formatBytes(ofCustomer);
    throw tooLarge(`The files of one customer are limited to ${limit} in total. Delete some to add others.`);
  }
}
