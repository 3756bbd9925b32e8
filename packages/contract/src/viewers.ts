import { z } from 'zod';
import { instant, netsuiteId, netsuiteIdParams, pageAfter, uuid } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { roles } from './permissions.ts';

const endpoint = endpointsOf('Access');

/** Why a user can see an order or a customer. */
const reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('role') }),
  z.object({ kind: z.literal('customer'), customerNetsuiteId: netsuiteId, customerName: z.string().optional() }),
  z.object({
    kind: z.literal('assignment'),
    assignedBy: z.string().optional().meta({ description: 'Absent when that user is gone' }),
    assignedAt: instant,
  }),
]);

const recordViewer = z.object({
  userId: uuid,
  email: z.string(),
  fullName: z.string().optional(),
  role: z.enum(roles),
  groupName: z.string(),
  reason,
});
export type RecordViewer = z.infer<typeof recordViewer>;

const seen = {
  params: netsuiteIdParams,
  query: pageAfter(uuid),
  response: z.object({ data: z.array(recordViewer) }),
  errors: [404],
} as const;

export const listOrderViewers = endpoint('GET /netsuite-sales-orders/{id}/viewers', 'access.explain', {
  ...seen,
  summary: 'Who can see this order, and why',
});

export const listCustomerViewers = endpoint('GET /netsuite-customers/{id}/viewers', 'access.explain', {
  ...seen,
  summary: 'Who can see this customer, and why',
});
