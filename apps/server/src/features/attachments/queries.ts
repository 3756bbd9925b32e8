import type { AttachmentsQuery } from '@portal/contract/attachments';
import type { PaperKind } from '@portal/contract/values';
import type { OrderScope } from '../../access/scope.ts';
import { attachmentsWithin, ordersWithin } from '../../access/scope-sql.ts';
import type { Database } from '../../platform/database.ts';
import { olderThan, runSql, type Sql, sql } from '../../platform/sql.ts';

/** The fields of an order that limits on its files and log entries about them need. */
export type OrderOfFiles = { id: string; tranId: string | null; customerId: string | null };

/** The orders in scope; all queries for an order's files go through them. */
function orders(scope: OrderScope): Sql {
  return sql`(select id, tran_id, customer_id from sales_orders where ${ordersWithin(scope) ?? sql`true`}) orders`;
}

/** One order in scope. */
export async function findOrderOfFiles(scope: OrderScope, db: Database, id: string): Promise<OrderOfFiles | undefined> {
  const statement = sql`select id, tran_id as "tranId", customer_id as "customerId" from ${orders(scope)} where id = ${id}`;
  return (await runSql<OrderOfFiles>(db, statement))[0];
}

/** A file's row; `size` is in bytes, as text. */
export type AttachmentRow = {
  id: string;
  orderId: string;
  originalName: string;
  description: string | null;
  kind: PaperKind | null;
  contentType: string;
  size: string;
  uploadedBy: string | null;
  uploadedByName: string;
  createdAt: string;
};

const columns = sql`files.id, files.order_id as "orderId", files.original_name as "originalName", files.description, files.kind,
  files.content_type as "contentType", files.size, files.uploaded_by as "uploadedBy",
  files.uploaded_by_name as "uploadedByName", files.created_at as "createdAt"`;

/** A page of the visible files of an order in scope, newest first. */
export async function findAttachments(
  scope: OrderScope,
  db: Database,
  orderId: string,
  { limit, before, beforeId }: AttachmentsQuery,
): Promise<AttachmentRow[]> {
  const rest =
    before === undefined
      ? sql`true`
      : olderThan({ instant: sql`files.created_at`, id: sql`files.id` }, before, beforeId);
  const statement = sql`
    select ${columns} from attachments files join ${orders(scope)} on orders.id = files.order_id
    where files.order_id = ${orderId} and ${attachmentsWithin(scope) ?? sql`true`} and ${rest}
    order by files.created_at desc, files.id limit ${limit}`;
  return runSql<AttachmentRow>(db, statement);
}

/** A file and its order. */
export type AttachmentOfOrder = AttachmentRow & { order: OrderOfFiles };

/** One visible file of an order in scope, with its order. */
export async function findAttachment(
  scope: OrderScope,
  db: Database,
  id: string,
): Promise<AttachmentOfOrder | undefined> {
  const statement = sql`
    select ${columns}, orders.tran_id as "tranId", orders.customer_id as "customerId"
    from attachments files join ${orders(scope)} on orders.id = files.order_id
    where files.id = ${id} and ${attachmentsWithin(scope) ?? sql`true`}`;
  const [row] = await runSql<AttachmentRow & OrderOfFiles>(db, statement);
  if (row === undefined) return undefined;
  const { tranId, customerId, ...attachment } = row;
  return { ...attachment, order: { id: attachment.orderId, tranId, customerId } };
}

/** Name of the lock for adding files: one for all orders of a customer, since they share a limit. */
export function filesLock({ id, customerId }: OrderOfFiles): string {
  return customerId === null ? `files of order ${id}` : `files of customer ${customerId}`;
}

/** Files and bytes stored for an order and for all orders of its customer. */
export async function findUsage(db: Database, { id, customerId }: OrderOfFiles) {
  const [usage] = await runSql<{ files: number; bytes: string; customer_bytes: string }>(
    db,
    sql`select count(*)::int as files, coalesce(sum(size), 0) as bytes, (
        select coalesce(sum(files.size), 0) from attachments files join sales_orders on sales_orders.id = files.order_id
        where sales_orders.customer_id = ${customerId}
      ) as customer_bytes
      from attachments where order_id = ${id}`,
  );
  return {
    files: usage?.files ?? 0,
    bytes: Number(usage?.bytes ?? 0),
    customerBytes: Number(usage?.customer_bytes ?? 0),
  };
}

/** Name of the first visible file of the order with the same content. */
export async function findNameOfBytes(
  scope: OrderScope,
  db: Database,
  orderId: string,
  hash: Buffer,
): Promise<string | undefined> {
  const statement = sql`
    select original_name as name from attachments
    where order_id = ${orderId} and sha256 = decode(${hash.toString('hex')}, 'hex')
      and ${attachmentsWithin(scope) ?? sql`true`}
    order by created_at, id limit 1`;
  return (await runSql<{ name: string }>(db, statement))[0]?.name;
}

/** Values for a new row; `size` is in bytes. */
export type NewAttachment = Omit<AttachmentRow, 'size' | 'createdAt' | 'uploadedBy'> & {
  uploadedBy: string;
  size: number;
  sha256: Buffer;
  createdAt: Date;
};

/**
 * Returns the row as later queries read it. The transaction has locked its user. If it has a kind, triggers (migration 0038) complete the requests for it and write
 * their events.
 */
export async function insertAttachment(transaction: Database, attachment: NewAttachment): Promise<AttachmentRow> {
  const { created_at } = await transaction
    .insertInto('attachments')
    .values({
      id: attachment.id,
      order_id: attachment.orderId,
      original_name: attachment.originalName,
      description: attachment.description,
      kind: attachment.kind,
      kind_at: attachment.kind === null ? null : attachment.createdAt,
      content_type: attachment.contentType,
      size: attachment.size,
      sha256: attachment.sha256,
      uploaded_by: attachment.uploadedBy,
      uploaded_by_name: attachment.uploadedByName,
      created_at: attachment.createdAt,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  const { sha256: _, size, ...same } = attachment;
  // Formatted by the database, as in lists.
  return { ...same, size: String(size), createdAt: created_at };
}

/** Sets or clears a file's kind; returns whether the file existed. */
export async function updateKind(
  transaction: Database,
  id: string,
  kind: PaperKind | null,
  at: Date,
): Promise<boolean> {
  const statement = sql`update attachments set kind = ${kind},
      kind_at = case when kind = ${kind} then kind_at when ${kind}::text is not null then ${at.toISOString()}::timestamptz end
    where id = ${id} returning id`;
  return (await runSql(transaction, statement)).length > 0;
}

/** Returns whether the row existed. */
export async function deleteAttachment(transaction: Database, id: string): Promise<boolean> {
  const removed = await transaction.deleteFrom('attachments').where('id', '=', id).returning('id').execute();
  return removed.length > 0;
}

/** Records that bytes may exist under these ids without a row that owns them. */
export async function insertUnclaimed(db: Database, ids: readonly string[], since: Date): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((id) => ({ id, since }));
  await db.insertInto('unclaimed_files').values(rows).execute();
}

/** Removes an id and returns whether it was recorded. Concurrent callers wait until the transaction ends. */
export async function deleteUnclaimed(transaction: Database, id: string): Promise<boolean> {
  const taken = await transaction.deleteFrom('unclaimed_files').where('id', '=', id).returning('id').execute();
  return taken.length > 0;
}
