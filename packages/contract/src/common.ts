import { z } from 'zod';
import { MAX_LISTED } from './values.ts';

/** A NetSuite internal id: digits, sent as text. Leading zeros are ignored. */
export const netsuiteId = z
  .string()
  .regex(/^\d{1,18}$/, 'must be a NetSuite id: digits only')
  .overwrite((id) => id.replace(/^0+(?=\d)/, ''))
  .meta({ description: 'NetSuite internal id' });

/** One of the portal's own ids, case-insensitive. */
export const uuid = z.guid().toLowerCase().meta({ description: 'Portal id' });

/** The query of a list in pages of `MAX_LISTED` rows. */
export const pageAfter = <Id extends z.ZodType>(id: Id) =>
  z.object({
    after: id
      .optional()
      .meta({ description: `Greatest id of the page before; a page with ${MAX_LISTED} rows may have one after it` }),
  });

/** An instant: ISO 8601 in UTC. */
export const instant = z.iso.datetime({ offset: true }).meta({ description: 'Instant, ISO 8601 UTC' });

/** An instant in a request, with any offset. Converted to UTC, and cut to microseconds, which PostgreSQL would round. */
export const givenInstant = instant
  .refine((text) => /^(?!0000)\d{4}-/.test(inUtc(text)), 'must be an instant of the years 0001 to 9999')
  .overwrite(inUtc);

/** Returns other values unchanged. */
function inUtc(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  return date.toISOString().replace(/\.\d{3}Z$/, `${/\.\d{1,6}/.exec(text)?.[0] ?? ''}Z`);
}

/** The query of a list in pages, newest first: at most `maximum` rows a page, `limit` if none is given. */
export const pageBefore = <Id extends z.ZodType>(id: Id, { limit, maximum }: { limit: number; maximum: number }) =>
  z
    .object({
      limit: z.coerce.number<number | string>().int().min(1).max(maximum).default(limit),
      before: givenInstant
        .optional()
        .meta({ description: 'With beforeId, the last row of the page before: its instant, and its id' }),
      beforeId: id.optional(),
    })
    .refine(({ before, beforeId }) => (before === undefined) === (beforeId === undefined), {
      path: ['beforeId'],
      message: "is needed together with 'before'",
    });

/** A day without a time: YYYY-MM-DD. */
export const day = z.iso
  .date()
  .refine((text) => !text.startsWith('0000'), 'must be a day of the years 0001 to 9999')
  .meta({ description: 'Day, YYYY-MM-DD' });

/**
 * An email address, trimmed and lower-cased; no longer than a mail server accepts
 * (RFC 5321, 4.5.3.1.3).
 */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('must be an email address'));

/**
 * Error message for a refused value: a full sentence if the field has a display name ("The name is required."),
 * otherwise only the predicate, which the server prefixes with the field's path.
 */
const refusal = (field: string | undefined, end: string) => (field === undefined ? end : `${field} ${end}.`);

/** Text that PostgreSQL can store: without null bytes and unpaired surrogates. */
export function anyText(most: number, field?: string) {
  return z
    .string()
    .max(most, refusal(field, `must be at most ${most} characters`))
    .refine((text) => !/[\0\p{Cs}]/u.test(text), refusal(field, 'must not contain a null byte or unpaired surrogate'));
}

/**
 * Multi-line text written by users. It is also mailed, so control characters other than line breaks and tabs, and
 * characters that change the text direction, are refused.
 */
export function plainText(most: number, field?: string) {
  return anyText(most, field).refine(
    (text) => !/[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u.test(text),
    refusal(field, 'must not contain control characters'),
  );
}

/**
 * A name: one visible line. Refuses control characters, which break lines and mails, and characters that change the
 * text direction, which make one name look like another.
 */
export function visibleLine(most: number, field?: string) {
  return z
    .string()
    .trim()
    .min(1, refusal(field, 'is required'))
    .max(most, refusal(field, `must be at most ${most} characters`))
    .refine(
      (text) => !/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text),
      refusal(field, 'must not contain control characters'),
    )
    .refine((text) => /[^\p{C}\p{Z}\p{M}]/u.test(text), refusal(field, 'must contain visible characters'));
}

/** A new password. The server checks its strength and gives the reason for a refusal. */
export function newPassword(least: number) {
  return z
    .string()
    .min(least, `Password must be at least ${least} characters long`)
    .max(128, 'Password must be at most 128 characters long');
}

/** Version of a stored value: 1 when it is first saved, higher with every change. */
export const version = z.int().min(1).max(2_147_483_647).meta({ description: 'Rises with every change' });

/** The version that an edit was based on. */
export const expectedVersion = version
  .optional()
  .meta({ description: 'The version that was edited; 409 if it is no longer the current one. Left out, no check' });

/** A person's name. */
export const fullName = visibleLine(200);

/** An amount of money, exact at any size: decimal digits with two decimals or more. */
export const money = z
  .string()
  .regex(/^-?\d+\.\d{2,}$/)
  .meta({ description: 'Decimal text, exact: `139.80`' });

/** Response of an endpoint that returns only a confirmation. */
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

/** A custom field of NetSuite that the portal is configured to show. */
export const customFieldValue = z.object({
  id: z.string().meta({ description: "NetSuite's field, such as custbody_carrier" }),
  label: z.string(),
  type: z.enum(['text', 'number', 'money', 'date', 'checkbox', 'list']),
  value: z
    .string()
    .optional()
    .meta({ description: 'Absent if empty; a day is YYYY-MM-DD, a check box true or false, a list value its name' }),
});
export type CustomFieldValue = z.infer<typeof customFieldValue>;
