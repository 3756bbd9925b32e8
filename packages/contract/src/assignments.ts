import { z } from 'zod';
import { givenInstant, instant, message, money, netsuiteId, pageAfter, plainText, uuid } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { MAX_NOTE_LENGTH, MAX_ORDERS } from './values.ts';

const endpoint = endpointsOf('Assignments');

const orderIds = z.array(netsuiteId).min(1, 'Please select at least one order to assign').max(MAX_ORDERS);
const userParams = z.object({ userId: uuid });

const assignment = z.object({
  orderId: netsuiteId,
  tranId: z.string().optional(),
  customer: z.string().optional(),
  total: money.optional(),
  assignedAt: instant,
  assignedBy: z.string().optional().meta({ description: 'Absent when that user is gone' }),
  note: z.string().optional(),
  endsAt: instant.nullable(),
});
export type Assignment = z.infer<typeof assignment>;

export const assignOrders = endpoint('POST /auth/assign-orders', 'orders.assign', {
  summary: 'Let a guest see orders; all of them or none',
  body: z.object({
    userId: uuid,
    orderIds,
    note: plainText(MAX_NOTE_LENGTH).trim().optional(),
    endsAt: givenInstant.optional().meta({ description: 'When the guest stops seeing them' }),
  }),
  response: message.extend({ assigned: z.number().int(), alreadyAssigned: z.number().int() }),
});

export const listAssignments = endpoint('GET /auth/assigned-orders/{userId}', 'orders.assign', {
  summary: 'The orders assigned to a guest',
  params: userParams,
  query: pageAfter(netsuiteId),
  response: z.array(assignment),
  errors: [404],
});

export const unassignOrders = endpoint('DELETE /auth/assigned-orders/{userId}', 'orders.assign', {
  summary: "Remove a guest's access to orders",
  params: userParams,
  body: z.object({ orderIds }),
  response: message.extend({ removed: z.number().int() }),
  errors: [404],
});
