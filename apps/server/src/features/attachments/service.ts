import type { Readable } from 'node:stream';
import type { Attachment, UploadedAttachment } from '@portal/contract/attachments';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { attachmentRemoval, mayRemove, orderScope } from '../../access/scope.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { logFileAction, logFileDownload } from './file-activity.ts';
import { deleteOrphan, deleteOrphanedFiles, insertUnclaimed, keyOf } from './orphaned-files.ts';
import { deleteAttachment, findAttachment, findAttachments, findOrder, type StoredAttachment } from './queries.ts';
import { type UploadDependencies, type UploadForm, uploadFile } from './upload.ts';

export type AttachmentService = ReturnType<typeof createAttachmentService>;

/** An open download. The caller must read or destroy the stream. `size` in bytes. */
export type Download = { name: string; size: number; contentType: string; content: Readable };

/** Files of orders, limited to what each caller may see and change. */
export function createAttachmentService(dependencies: UploadDependencies) {
  const { db, clock, log, storage } = dependencies;

  /** Newest first. 404 for an order outside the caller's scope. */
  async function list(currentUser: CurrentUser, orderId: string): Promise<Attachment[]> {
    const scope = orderScope(currentUser);
    if ((await findOrder(scope, db, orderId)) === undefined) throw notFound('There is no such order.');
    return (await findAttachments(scope, db, orderId)).map((file) => toAttachment(currentUser, file));
  }

  async function upload(currentUser: CurrentUser, orderId: string, form: UploadForm): Promise<UploadedAttachment> {
    const { attachment, duplicateOf } = await uploadFile(dependencies, currentUser, orderId, form);
    return { ...toAttachment(currentUser, attachment), ...(duplicateOf === undefined ? {} : { duplicateOf }) };
  }

  /** 404 for a file of an order outside the caller's scope, or if the storage has lost the bytes. */
  async function download(currentUser: CurrentUser, id: string): Promise<Download> {
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

  /** Errors: 404 as above; 403 for a file that the caller can see but may not remove. */
  async function remove(currentUser: CurrentUser, id: string): Promise<void> {
    const scope = orderScope(currentUser);
    const removal = attachmentRemoval(currentUser);
    await db.transaction().execute(async (transaction) => {
      await assertStillAuthorized(transaction, currentUser);
      const file = await findAttachment(scope, transaction, id);
      if (file === undefined) throw notFound('There is no such file.');
      if (!mayRemove(removal, file.uploadedBy)) throw forbidden('You can only delete files that you added yourself.');
      // Deleted by a concurrent request.
      if (!(await deleteAttachment(transaction, id))) throw notFound('There is no such file.');
      const now = clock.now();
      await insertUnclaimed(transaction, [id], now);
      const { originalName: name, order } = file;
      await logFileAction(transaction, { currentUser, scope }, 'attachment-deleted', { name, order }, now);
    });
    await deleteOrphan(dependencies, id);
  }

  return { list, upload, download, remove, deleteOrphanedFiles: () => deleteOrphanedFiles(dependencies) };
}

function toAttachment(currentUser: CurrentUser, file: StoredAttachment): Attachment {
  return {
    id: file.id,
    originalName: file.originalName,
    size: Number(file.size),
    createdAt: file.createdAt,
    contentType: file.contentType,
    uploadedBy: file.uploadedByName,
    mayDelete: mayRemove(attachmentRemoval(currentUser), file.uploadedBy),
    ...(file.description === null ? {} : { description: file.description }),
  };
}
