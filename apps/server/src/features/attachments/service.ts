import type { Readable } from 'node:stream';
import type { Attachment, AttachmentsQuery, UploadedAttachment } from '@portal/contract/attachments';
import type { PaperKind } from '@portal/contract/values';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { mayDeleteFile, orderScope } from '../../access/scope.ts';
import type { Database } from '../../platform/database.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import { logFileAction, logFileDownload } from './file-activity.ts';
import { deleteUnclaimedBytes, type FileDependencies } from './orphaned-files.ts';
import {
  type AttachmentOfOrder,
  type AttachmentRow,
  deleteAttachment,
  findAttachment,
  findAttachments,
  findOrderOfFiles,
  insertUnclaimed,
  updateKind,
} from './queries.ts';
import { keyOf } from './stored-files.ts';
import { type UploadDependencies, type UploadForm, uploadFile } from './upload.ts';

/** An open download. The caller must read or destroy the stream. `size` in bytes. */
export type Download = { name: string; size: number; contentType: string; content: Readable };

/** A page of an order's files, newest first. 404 for an order outside the caller's scope. */
export async function listAttachments(
  { db }: FileDependencies,
  currentUser: CurrentUser,
  orderId: string,
  query: AttachmentsQuery,
): Promise<Attachment[]> {
  const scope = orderScope(currentUser);
  if ((await findOrderOfFiles(scope, db, orderId)) === undefined) throw notFound('There is no such order.');
  return (await findAttachments(scope, db, orderId, query)).map((file) => toAttachment(currentUser, file));
}

/** Adds a file to an order; errors as for `uploadFile`. */
export async function uploadAttachment(
  dependencies: UploadDependencies,
  currentUser: CurrentUser,
  orderId: string,
  form: UploadForm,
): Promise<UploadedAttachment> {
  const { attachment, duplicateOf } = await uploadFile(dependencies, currentUser, orderId, form);
  return { ...toAttachment(currentUser, attachment), ...withoutNulls({ duplicateOf }) };
}

/** Opens a file. 404 for one of an order outside the caller's scope, or if the storage has lost the bytes. */
export async function openAttachment(
  { db, clock, log, storage }: FileDependencies,
  currentUser: CurrentUser,
  id: string,
): Promise<Download> {
  const scope = orderScope(currentUser);
  const file = await findAttachment(scope, db, id);
  if (file === undefined) throw notFound('There is no such file.');
  const size = Number(file.size);
  const stored = await storage.read(keyOf(file.id));
  if (stored?.size !== size) {
    stored?.content.destroy();
    log.error({ file: file.id, size, found: stored?.size ?? null }, 'the bytes of a file are missing in the storage');
    throw notFound('The file is missing.');
  }
  const { originalName: name, contentType, order } = file;
  try {
    await logFileDownload(db, { currentUser, scope }, { id: file.id, name, order }, clock.now());
  } catch (error) {
    stored.content.destroy();
    throw error;
  }
  return { name, size, contentType, content: stored.content };
}

/** Sets or clears the kind of a file. Errors: 404 as above; 403 for a file that the caller may not delete. */
export async function changeKind(
  { db, clock }: FileDependencies,
  currentUser: CurrentUser,
  id: string,
  kind: PaperKind | null,
): Promise<Attachment> {
  return db.transaction().execute(async (transaction) => {
    const file = await findDeletable(transaction, currentUser, id, 'change');
    if (!(await updateKind(transaction, id, kind, clock.now()))) throw notFound('There is no such file.');
    return toAttachment(currentUser, { ...file, kind });
  });
}

/** Deletes a file. Errors: 404 as above; 403 for one that the caller can see but may not delete. */
export async function deleteFile(files: FileDependencies, currentUser: CurrentUser, id: string): Promise<void> {
  const { db, clock } = files;
  const scope = orderScope(currentUser);
  await db.transaction().execute(async (transaction) => {
    const file = await findDeletable(transaction, currentUser, id, 'delete');
    // Deleted by a concurrent request.
    if (!(await deleteAttachment(transaction, id))) throw notFound('There is no such file.');
    const now = clock.now();
    await insertUnclaimed(transaction, [id], now);
    const { originalName: name, order } = file;
    await logFileAction(transaction, { currentUser, scope }, 'attachment-deleted', { name, order }, now);
  });
  await deleteUnclaimedBytes(files, id);
}

async function findDeletable(
  transaction: Database,
  currentUser: CurrentUser,
  id: string,
  action: 'change' | 'delete',
): Promise<AttachmentOfOrder> {
  await assertStillAuthorized(transaction, currentUser);
  const file = await findAttachment(orderScope(currentUser), transaction, id);
  if (file === undefined) throw notFound('There is no such file.');
  if (mayDeleteFile(currentUser, file.uploadedBy)) return file;
  throw forbidden(`You can only ${action} files that you added yourself.`);
}

function toAttachment(currentUser: CurrentUser, file: AttachmentRow): Attachment {
  return {
    id: file.id,
    originalName: file.originalName,
    size: Number(file.size),
    createdAt: file.createdAt,
    contentType: file.contentType,
    uploadedBy: file.uploadedByName,
    mayDelete: mayDeleteFile(currentUser, file.uploadedBy),
    ...withoutNulls({ description: file.description }),
    kind: file.kind,
  };
}
