import { z } from 'zod';
import { idParams, instant, message, netsuiteIdParams, pageBefore, plainText, uuid } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { MAX_FILES_LISTED, MAX_NOTE_LENGTH, paperKinds } from './values.ts';

const endpoint = endpointsOf('Attachments');
const kind = z.enum(paperKinds).meta({ description: 'What kind of paper it is' });

const attachment = z.object({
  id: uuid,
  originalName: z.string(),
  size: z.number().int().meta({ description: 'Bytes' }),
  description: z.string().optional(),
  kind: kind.nullable(),
  createdAt: instant,
  contentType: z.string().meta({ description: 'By the content, whatever the name says' }),
  uploadedBy: z.string().meta({ description: 'What the user who added it was called then' }),
  mayDelete: z.boolean().meta({ description: 'Whether the caller may remove it' }),
});
export type Attachment = z.infer<typeof attachment>;

const uploaded = attachment.extend({
  duplicateOf: z
    .string()
    .optional()
    .meta({ description: 'Name of a file of the order that has the same bytes; absent when there is none' }),
});
export type UploadedAttachment = z.infer<typeof uploaded>;

const description = plainText(MAX_NOTE_LENGTH).trim();

export const uploadAttachment = endpoint('POST /netsuite-sales-orders/{id}/attachments', 'attachments.use', {
  summary: 'Add a file to an order',
  params: netsuiteIdParams,
  multipart: z.object({ description: description.optional(), kind: kind.optional() }),
  status: 201,
  response: uploaded,
  errors: [404, 413, 415, 429],
});

const attachmentsQuery = pageBefore(uuid, { limit: MAX_FILES_LISTED, maximum: MAX_FILES_LISTED });
export type AttachmentsQuery = z.output<typeof attachmentsQuery>;

export const listAttachments = endpoint('GET /netsuite-sales-orders/{id}/attachments', 'attachments.use', {
  summary: 'The files of an order, newest first; the next page begins after the last file of the one before',
  params: netsuiteIdParams,
  query: attachmentsQuery,
  response: z.array(attachment),
  errors: [404],
});

export const downloadAttachment = endpoint('GET /netsuite-sales-orders/attachments/{id}', 'attachments.use', {
  summary: 'The bytes of a file, never to be shown in place',
  params: idParams,
  binary: '*/*',
  isDownload: true,
  response: z.any(),
  errors: [404],
});

export const changeAttachment = endpoint('PATCH /netsuite-sales-orders/attachments/{id}', 'attachments.use', {
  summary: 'Set or clear the kind of a file; for those who may remove it',
  params: idParams,
  body: z.object({ kind: kind.nullable() }),
  response: attachment,
  errors: [404],
});

export const deleteAttachment = endpoint('DELETE /netsuite-sales-orders/attachments/{id}', 'attachments.use', {
  summary: 'Remove a file',
  params: idParams,
  response: message,
  errors: [404],
});
