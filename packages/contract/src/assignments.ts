import { z } from 'zod';
import { givenInstant, instant, message, money, netsuiteId, plainText, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { MAX_NOTE_LENGTH, MAX_ORDERS } from './values.ts';

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

export const assignOrders = endpoint({
  method: 'POST',
  path: '/auth/assign-orders',
  tag: 'Assignments',
  summary: 'Let a guest see orders; all of them or none',
  permission: 'orders.assign',
  body: z.object({
    userId: uuid,
    orderIds,
    note: plainText(MAX_NOTE_LENGTH).trim().optional(),
    endsAt: givenInstant.optional().meta({ description: 'When the guest stops seeing them' }),
  }),
  response: message.extend({ assigned: z.number().int(), alreadyAssigned: z.number().int() }),
  errors: [400, 401, 403],
});

export const listAssignments = endpoint({
  method: 'GET',
  path: '/auth/assigned-orders/{userId}',
  tag: 'Assignments',
  summary: 'The orders assigned to a guest',
  permission: 'orders.assign',
  params: userParams,
  response: z.array(assignment),
  errors: [400, 401, 403, 404],
});

export const unassignOrders = endpoint({
  method: 'DELETE',
  path: '/auth/assigned-orders/{userId}',
  tag: 'Assignments',
  summary: "Remove a guest's access to orders",
  permission: 'orders.assign',
  params: userParams,
  body: z.object({ orderIds }),
  response: message.extend({ removed: z.number().int() }),
  errors: [400, 401, 403, 404],
});
