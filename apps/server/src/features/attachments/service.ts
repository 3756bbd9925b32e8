import type { Readable } from 'node:stream';
import type { Attachment, UploadedAttachment } from '@portal/contract/attachments';
import { attachmentRemoval, mayRemove } from '../../access/attachment-rights.ts';
import { holdRights } from '../../access/hold-rights.ts';
import { orderScope } from '../../access/scope.ts';
import type { Viewer } from '../../access/viewer.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { keyOf, removeUnowned, tidyFiles } from './leftovers.ts';
import { deleteAttachment, findAttachment, findAttachments, findOrder, type StoredAttachment } from './queries.ts';
import { recordFile, recordFileDownload } from './record.ts';
import { insertUnclaimed } from './unclaimed-queries.ts';
import { type UploadDependencies, type UploadForm, uploadFile } from './upload.ts';

export type AttachmentService = ReturnType<typeof createAttachmentService>;

/** A file on its way to its reader, who must read it or destroy it. `size` in bytes. */
export type Download = { name: string; size: number; contentType: string; content: Readable };

/** The files of orders, as each caller may see and change them. */
export function createAttachmentService(dependencies: UploadDependencies) {
  const { db, clock, log, storage } = dependencies;

  /** The latest first. 404 for an order outside the caller's scope. */
  async function list(viewer: Viewer, orderId: string): Promise<Attachment[]> {
    const scope = orderScope(viewer);
    if ((await findOrder(scope, db, orderId)) === undefined) throw notFound('There is no such order.');
    return (await findAttachments(scope, db, orderId)).map((file) => toAttachment(viewer, file));
  }

  async function upload(viewer: Viewer, orderId: string, form: UploadForm): Promise<UploadedAttachment> {
    const { attachment, duplicateOf } = await uploadFile(dependencies, viewer, orderId, form);
    return { ...toAttachment(viewer, attachment), ...(duplicateOf === undefined ? {} : { duplicateOf }) };
  }

  /** 404 for a file of an order outside the caller's scope, and where the storage has lost the bytes. */
  async function download(viewer: Viewer, id: string): Promise<Download> {
    const scope = orderScope(viewer);
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
      await recordFileDownload(db, { viewer, scope }, { id: file.id, name, order }, clock.now());
    } catch (error) {
      stored.content.destroy();
      throw error;
    }
    return { name, size, contentType, content: stored.content };
  }

  /** Refusals: 404 as above; 403 for a file that the caller sees and may not remove. */
  async function remove(viewer: Viewer, id: string): Promise<void> {
    const scope = orderScope(viewer);
    const removal = attachmentRemoval(viewer);
    await db.transaction().execute(async (transaction) => {
      await holdRights(transaction, viewer);
      const file = await findAttachment(scope, transaction, id);
      if (file === undefined) throw notFound('There is no such file.');
      if (!mayRemove(removal, file.uploadedBy)) throw forbidden('You can only delete files that you added yourself.');
      // Somebody else was faster.
      if (!(await deleteAttachment(transaction, id))) throw notFound('There is no such file.');
      const now = clock.now();
      await insertUnclaimed(transaction, [id], now);
      const { originalName: name, order } = file;
      await recordFile(transaction, { viewer, scope }, 'attachment-deleted', { name, order }, now);
    });
    await removeUnowned(dependencies, id);
  }

  return { list, upload, download, remove, tidy: () => tidyFiles(dependencies) };
}

function toAttachment(viewer: Viewer, file: StoredAttachment): Attachment {
  return {
    id: file.id,
    originalName: file.originalName,
    size: Number(file.size),
    createdAt: file.createdAt,
    contentType: file.contentType,
    uploadedBy: file.uploadedByName,
    mayDelete: mayRemove(attachmentRemoval(viewer), file.uploadedBy),
    ...(file.description === null ? {} : { description: file.description }),
  };
}
