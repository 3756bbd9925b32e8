import { z } from 'zod';

/** A NetSuite internal id: digits, sent as text. */
export const netsuiteId = z
  .string()
  .regex(/^\d{1,18}$/, 'must be a NetSuite id: digits only')
  .meta({ description: 'NetSuite internal id' });

/** One of the portal's own ids. */
export const uuid = z.guid().meta({ description: 'Portal id' });

/** An instant: ISO 8601 in UTC. */
export const instant = z.iso.datetime({ offset: true }).meta({ description: 'Instant, ISO 8601 UTC' });

/** A day without a time: YYYY-MM-DD. */
export const day = z.iso.date().meta({ description: 'Day, YYYY-MM-DD' });

export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('must be an e-mail address'));

/** What a person is called. */
export const fullName = z.string().trim().min(1, 'is required').max(200, 'must be at most 200 characters');

export const message = z.object({ message: z.string() });

/** A reference to another NetSuite record, by id and display name. */
export const reference = z.object({ id: z.string().optional(), refName: z.string() });
export type Reference = z.infer<typeof reference>;

/** The body of every refusal. */
export const errorBody = z.object({
  statusCode: z.number().int(),
  error: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const idParams = z.object({ id: uuid });
export const netsuiteIdParams = z.object({ id: netsuiteId });
