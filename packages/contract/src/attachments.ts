import { z } from 'zod';
import { idParams, instant, message, netsuiteIdParams, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

const attachment = z.object({
  id: uuid,
  originalName: z.string(),
  size: z.number().int().meta({ description: 'Bytes' }),
  description: z.string().optional(),
  createdAt: instant,
});
export type Attachment = z.infer<typeof attachment>;

export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/netsuite-sales-orders/{id}/attachments',
  tag: 'Attachments',
  summary: 'Add a file to an order',
  permission: 'attachments.use',
  params: netsuiteIdParams,
  multipart: z.object({ description: z.string().trim().max(2000).optional() }),
  status: 201,
  response: attachment,
  errors: [400, 401, 404, 413, 415],
});

export const listAttachments = endpoint({
  method: 'GET',
  path: '/netsuite-sales-orders/{id}/attachments',
  tag: 'Attachments',
  summary: 'The files of an order',
  permission: 'attachments.use',
  params: netsuiteIdParams,
  response: z.array(attachment),
  errors: [400, 401, 404],
});

export const downloadAttachment = endpoint({
  method: 'GET',
  path: '/netsuite-sales-orders/attachments/{id}',
  tag: 'Attachments',
  summary: 'The bytes of a file',
  permission: 'attachments.use',
  params: idParams,
  binary: 'application/octet-stream',
  response: z.any(),
  errors: [400, 401, 404],
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
