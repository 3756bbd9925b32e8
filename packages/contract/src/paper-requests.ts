import { z } from 'zod';
import { instant, message, netsuiteId, netsuiteIdParams, plainText, uuid } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { MAX_REQUEST_NOTE_LENGTH, paperKinds } from './values.ts';

const endpoint = endpointsOf('Attachments');

/** A paper that a guest is asked for. */
export const paperRequest = z.object({
  id: netsuiteId.meta({ description: 'Id of the request' }),
  kind: z.enum(paperKinds),
  note: z.string().optional(),
  guest: z.object({ id: uuid, name: z.string() }).optional().meta({ description: 'For staff' }),
  endedAt: instant.optional().meta({ description: 'For staff: when the guest stopped seeing the order, if it did' }),
  askedBy: z.string().optional().meta({ description: 'Absent when that user is gone' }),
  askedAt: instant,
  completedAt: instant
    .nullable()
    .meta({ description: 'When the order got a file of this kind since; null while open' }),
});
export type PaperRequest = z.infer<typeof paperRequest>;

export const requestPaper = endpoint('POST /netsuite-sales-orders/{id}/paper-requests', 'orders.assign', {
  summary: 'Ask a guest of an order for a kind of paper, or change the note of an open request',
  params: netsuiteIdParams,
  body: z.object({
    userId: uuid.meta({ description: 'A guest that the order is assigned to' }),
    kind: z.enum(paperKinds),
    note: plainText(MAX_REQUEST_NOTE_LENGTH).trim().optional(),
  }),
  status: 201,
  response: paperRequest,
  errors: [404, 409],
});

export const withdrawPaperRequest = endpoint('DELETE /netsuite-sales-orders/paper-requests/{id}', 'orders.assign', {
  summary: 'Withdraw a request for a paper',
  params: netsuiteIdParams,
  response: message,
  errors: [404],
});
