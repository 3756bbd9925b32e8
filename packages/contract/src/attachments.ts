import { z } from 'zod';
import { idParams, instant, message, netsuiteIdParams, plainText, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { MAX_NOTE_LENGTH } from './values.ts';

const attachment = z.object({
  id: uuid,
  originalName: z.string(),
  size: z.number().int().meta({ description: 'Bytes' }),
  description: z.string().optional(),
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

export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/netsuite-sales-orders/{id}/attachments',
  tag: 'Attachments',
  summary: 'Add a file to an order',
  permission: 'attachments.use',
  params: netsuiteIdParams,
  multipart: z.object({ description: description.optional() }),
  status: 201,
  response: uploaded,
  errors: [400, 401, 403, 404, 413, 415, 429],
});

export const listAttachments = endpoint({
  method: 'GET',
  path: '/netsuite-sales-orders/{id}/attachments',
  tag: 'Attachments',
  summary: 'The files of an order, the latest first',
  permission: 'attachments.use',
  params: netsuiteIdParams,
  response: z.array(attachment),
  errors: [400, 401, 403, 404],
});

export const downloadAttachment = endpoint({
  method: 'GET',
  path: '/netsuite-sales-orders/attachments/{id}',
  tag: 'Attachments',
  summary: 'The bytes of a file, never to be shown in place',
  permission: 'attachments.use',
  params: idParams,
  binary: '*/*',
  response: z.any(),
  errors: [400, 401, 403, 404],
});

export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: '/netsuite-sales-orders/attachments/{id}',
  tag: 'Attachments',
  summary: 'Remove a file',
  permission: 'attachments.use',
  params: idParams,
  response: message,
  errors: [400, 401, 403, 404],
});
