import { randomUUID } from 'node:crypto';
import type { PaperKind } from '@portal/contract/values';
import { assertStillAuthorized } from '../../access/assert-still-authorized.ts';
import type { CurrentUser } from '../../access/current-user.ts';
import { type OrderScope, orderScope } from '../../access/scope.ts';
import { transactionWithLock } from '../../platform/advisory-lock.ts';
import { badRequest, invalidField, notFound, PortalError, unavailable } from '../../platform/errors.ts';
import type { IncomingFile, IncomingForm } from '../../platform/request-input.ts';
import { actorOf } from '../activity/record-activity.ts';
import { logFileAction } from './file-activity.ts';
import { cleanFileName, createInspection, fileTooLarge, type Inspected } from './inspect-file.ts';
import { deleteUnclaimedBytes, type FileDependencies } from './orphaned-files.ts';
import {
  type AttachmentRow,
  deleteUnclaimed,
  filesLock,
  findNameOfBytes,
  findOrderOfFiles,
  insertAttachment,
  insertUnclaimed,
  type OrderOfFiles,
} from './queries.ts';
import { type AttachmentLimits, assertRoomFor, beginUpload } from './quota.ts';
import { keyOf } from './stored-files.ts';

/** `maxBytes`: maximum file size. */
export type UploadDependencies = FileDependencies & { maxBytes: number; limits: AttachmentLimits };
/** What a form has besides its file. */
const MAX_FORM_BYTES = 1_048_576;

/** The upload form: one file, an optional description and kind of paper. */
export type UploadForm = IncomingForm<{ description?: string | undefined; kind?: PaperKind | undefined }>;
type ReceivedFile = Inspected & { name: string };

/**
 * Streams a file into an order. Bytes and row are stored together or not at all: the id is recorded as unclaimed before
 * the first byte is written, and the row claims it. Errors: 404 for an order outside the caller's scope; 400 for a form
 * without exactly one non-empty file; 413 for a file, an order or a customer above its limit; 429 for too many
 * concurrent uploads of the caller; 503 while the storage cannot be written, or if the order's
 * customer changed during the upload.
 */
export async function uploadFile(
  dependencies: UploadDependencies,
  currentUser: CurrentUser,
  orderId: string,
  form: UploadForm,
): Promise<{ attachment: AttachmentRow; duplicateOf: string | undefined }> {
  const { db, maxBytes } = dependencies;
  const scope = orderScope(currentUser);
  const order = await findOrderOfFiles(scope, db, orderId);
  if (order === undefined) throw notFound('There is no such order.');
  // Before the form is read: it could have as much besides its file.
  if (form.length > maxBytes + MAX_FORM_BYTES) throw fileTooLarge(maxBytes);
  // Checked first, because it writes nothing: a script that has filled an order keeps sending files.
  await assertRoomFor(db, currentUser, dependencies.limits, order, 0);
  const lease = await beginUpload(db, currentUser, dependencies.limits);
  try {
    return await receive(dependencies, { currentUser, scope }, order, form);
  } finally {
    await lease.release();
  }
}

async function receive(
  dependencies: UploadDependencies,
  by: { currentUser: CurrentUser; scope: OrderScope },
  order: OrderOfFiles,
  form: UploadForm,
) {
  const { db, clock } = dependencies;
  const id = randomUUID();
  await insertUnclaimed(db, [id], clock.now());
  try {
    const { fields, stored: received } = await form.read((file) => store(dependencies, id, file));
    return await claim(dependencies, by, order, {
      ...received,
      id,
      description: fields.description || null,
      kind: fields.kind ?? null,
    });
  } catch (error) {
    await deleteUnclaimedBytes(dependencies, id);
    throw error;
  }
}

async function store({ storage, maxBytes }: UploadDependencies, id: string, file: IncomingFile): Promise<ReceivedFile> {
  const name = cleanFileName(file.name);
  const inspection = createInspection(maxBytes);
  try {
    await storage.write(keyOf(id), inspection.pass(file.content));
  } catch (error) {
    // Errors of the request or its size, not of the storage.
    if (error instanceof PortalError) throw error;
    throw unavailable('Files cannot be stored at the moment. Please try again later.', error);
  }
  const inspected = await inspection.result();
  if (inspected.size === 0) throw invalidField('file', 'The file is empty.');
  return { ...inspected, name };
}

async function claim(
  { db, clock, limits }: UploadDependencies,
  by: { currentUser: CurrentUser; scope: OrderScope },
  order: OrderOfFiles,
  file: ReceivedFile & { id: string; description: string | null; kind: PaperKind | null },
) {
  const { name, ...content } = file;
  // Serialized, so that each upload sees the files of the previous one.
  return transactionWithLock(db, filesLock(order), async (transaction) => {
    await assertStillAuthorized(transaction, by.currentUser);
    // Already taken by the cleanup job, so the bytes may be deleted.
    if (!(await deleteUnclaimed(transaction, file.id))) throw badRequest('The upload took too long. Please try again.');
    // The order may have been unassigned or removed during the upload, or moved to a customer that the lock does not cover.
    const found = await findOrderOfFiles(by.scope, transaction, order.id);
    if (found === undefined) throw notFound('There is no such order.');
    if (found.customerId !== order.customerId)
      throw unavailable('The order was changed during the upload. Please try again.');
    await assertRoomFor(transaction, by.currentUser, limits, order, file.size);
    const duplicateOf = await findNameOfBytes(by.scope, transaction, order.id, file.sha256);
    const now = clock.now();
    const attachment = await insertAttachment(transaction, {
      ...content,
      orderId: order.id,
      originalName: name,
      uploadedBy: by.currentUser.userId,
      uploadedByName: actorOf(by.currentUser).name,
      createdAt: now,
    });
    await logFileAction(transaction, by, 'attachment-uploaded', { name, order }, now);
    return { attachment, duplicateOf };
  });
}
