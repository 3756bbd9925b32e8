import { z } from 'zod';
import { instant, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

export const activityActions = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'invitation-sent',
  'invitation-resent',
  'invitation-accepted',
  'invitation-revoked',
  'user-created',
  'user-updated',
  'user-deleted',
  'password-reset',
  'group-edited',
  'orders-assigned',
  'orders-unassigned',
  'attachment-uploaded',
  'attachment-downloaded',
  'attachment-deleted',
  'sync-finished',
  'sync-partial',
  'sync-failed',
] as const;
export type ActivityAction = (typeof activityActions)[number];

const party = z.object({ id: z.string().nullable(), name: z.string() });

const activityEntry = z.object({
  id: uuid,
  createdDate: instant,
  content: z.string(),
  action: z.enum(activityActions),
  actor: party.nullable(),
  subject: party.nullable(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

export const listActivity = endpoint({
  method: 'GET',
  path: '/log',
  tag: 'Activity',
  summary: 'The activity log in scope, newest first',
  permission: 'log.read',
  query: z.object({
    limit: z.coerce.number<number | string>().int().min(1).max(500).default(100),
    before: instant.optional().meta({ description: 'Only lines older than this' }),
  }),
  response: z.object({ data: z.array(activityEntry) }),
  errors: [400, 401],
});
