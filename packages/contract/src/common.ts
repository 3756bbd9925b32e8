import { z } from 'zod';

/** A NetSuite internal id: digits, sent as text. Zeros in front say nothing. */
export const netsuiteId = z
  .string()
  .regex(/^\d{1,18}$/, 'must be a NetSuite id: digits only')
  .overwrite((id) => id.replace(/^0+(?=\d)/, ''))
  .meta({ description: 'NetSuite internal id' });

/** One of the portal's own ids; capital letters say nothing. */
export const uuid = z.guid().toLowerCase().meta({ description: 'Portal id' });

/** An instant: ISO 8601 in UTC. */
export const instant = z.iso.datetime({ offset: true }).meta({ description: 'Instant, ISO 8601 UTC' });

/** An instant in a request, of any offset; what is understood is in UTC, to the digit of the fraction. */
export const givenInstant = instant
  .refine((text) => /^(?!0000)\d{4}-/.test(inUtc(text)), 'must be an instant of the years 0001 to 9999')
  .overwrite(inUtc);

/** What is no instant stays as it is. */
function inUtc(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  return date.toISOString().replace(/\.\d{3}Z$/, `${/\.\d+/.exec(text)?.[0] ?? ''}Z`);
}

/** A day without a time: YYYY-MM-DD. */
export const day = z.iso
  .date()
  .refine((text) => !text.startsWith('0000'), 'must be a day of the years 0001 to 9999')
  .meta({ description: 'Day, YYYY-MM-DD' });

/**
 * An e-mail address, understood in lower case and without the blanks around it; no longer than a mail server takes
 * (RFC 5321, 4.5.3.1.3).
 */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('must be an email address'));

/**
 * What is said of a value that is refused: a sentence about the field where it has a name for people ("The name is
 * required."), otherwise only its end, which the server completes with the field's path.
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
 * What people write to each other, of any number of lines. It goes into mails as well, where other control characters
 * than those of lines and tabs, and those that turn the direction of all that follows round, would do harm.
 */
export function plainText(most: number, field?: string) {
  return anyText(most, field).refine(
    (text) => !/[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u.test(text),
    refusal(field, 'must not contain control characters'),
  );
}

/**
 * A name: one line that can be seen. Control characters break lines and mails, and those that turn the direction of
 * text round make one name look like another.
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

/** Version of a stored value: 1 when it is first saved, higher with every change. */
export const version = z.int().min(1).max(2_147_483_647).meta({ description: 'Rises with every change' });

/** The version that an edit was based on. */
export const expectedVersion = version
  .optional()
  .meta({ description: 'The version that was edited; 409 if it is no longer the current one. Left out, no check' });

/** What a person is called. */
export const fullName = visibleLine(200);

/** An amount of money, exact at any size: decimal digits with two decimals or more. */
export const money = z
  .string()
  .regex(/^-?\d+\.\d{2,}$/)
  .meta({ description: 'Decimal text, exact: `139.80`' });

/** What a call answers that has nothing to tell but that it is done. */
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
