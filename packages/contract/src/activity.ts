import { z } from 'zod';
import { anyText, day, givenInstant, instant, uuid } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { activityActions, MAX_SEARCH_LENGTH } from './values.ts';

const endpoint = endpointsOf('Activity');

const party = z.object({ id: z.string().nullable(), name: z.string() });

const activityEntry = z.object({
  id: uuid,
  createdDate: instant,
  content: z.string(),
  action: z.enum(activityActions),
  count: z.int().optional().meta({ description: 'How often it happened, where that was more than once' }),
  actor: party.nullable(),
  subject: party.nullable(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

const activityQuery = z.object({
  limit: z.coerce.number<number | string>().int().min(1).max(500).default(100),
  before: givenInstant.optional().meta({ description: 'Only lines older than this' }),
  beforeId: uuid.optional().meta({
    description:
      "With 'before', the line that a page ended with: lines of the same instant are neither lost nor repeated",
  }),
  action: z.enum(activityActions).optional(),
  person: anyText(MAX_SEARCH_LENGTH).trim().optional().meta({ description: 'Who did it: its id, or part of its name' }),
  from: day.optional().meta({ description: 'First day, UTC' }),
  to: day.optional().meta({ description: 'Last day, UTC' }),
});
export type ActivityQuery = z.output<typeof activityQuery>;

export const listActivity = endpoint('GET /log', 'log.read', {
  summary: 'The activity log in scope, newest first; the next page begins after the last line of the one before',
  query: activityQuery.refine(({ before, beforeId }) => beforeId === undefined || before !== undefined, {
    path: ['beforeId'],
    message: "needs 'before', the instant of that line",
  }),
  response: z.object({ data: z.array(activityEntry) }),
});
