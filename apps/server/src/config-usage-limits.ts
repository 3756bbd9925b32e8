import { z } from 'zod';
import { secondMs } from './platform/clock.ts';

/**
 * Limits on use per user, on files per order and customer, on silent requests and on emails. For staff, the limits on
 * event streams, uploads and files are ten times as high.
 */
export type UsageLimits = ReturnType<typeof readUsageLimits>;

/** An integer environment variable with inclusive bounds. */
export const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

const gibibyte = 1024 ** 3;

export const usageLimitVariables = {
  EVENT_STREAMS_PER_USER: wholeNumber(1, 1000).default(5),
  UPLOADS_PER_USER: wholeNumber(1, 1000).default(10),
  ORDER_MAX_FILES: wholeNumber(1, 1_000_000).default(500),
  ORDER_MAX_BYTES: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(2 * gibibyte),
  CUSTOMER_MAX_BYTES: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(20 * gibibyte),
  REQUEST_SILENCE_SECONDS: wholeNumber(1, 3600).default(30),
  INVITATIONS_PER_HOUR: wholeNumber(1, 10_000).default(50),
  INVITATION_MAILS_PER_ADDRESS: wholeNumber(1, 1000).default(3),
};

const variables = z.object(usageLimitVariables);

export function readUsageLimits(values: z.infer<typeof variables>) {
  return {
    eventStreams: values.EVENT_STREAMS_PER_USER,
    uploadsAtOnce: values.UPLOADS_PER_USER,
    orderFiles: values.ORDER_MAX_FILES,
    orderBytes: values.ORDER_MAX_BYTES,
    customerBytes: values.CUSTOMER_MAX_BYTES,
    /** Timeout without a received byte for a request that is still arriving. */
    requestSilenceMs: values.REQUEST_SILENCE_SECONDS * secondMs,
    /** Invitations, resends, address changes and password settings together, per user. */
    administrationsPerHour: values.INVITATIONS_PER_HOUR,
    /** Emails to one address caused by administrators. */
    mailsPerAddressPerDay: values.INVITATION_MAILS_PER_ADDRESS,
  };
}
