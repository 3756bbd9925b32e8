import { z } from 'zod';
import { wholeNumber } from './config-usage-limits.ts';

/** How many days housekeeping keeps records that grow with time. */
export type Retention = ReturnType<typeof readRetention>;

const maxDays = 36_500;
/** The database refuses to delete younger entries, see migration 0039. */
const minActivityDays = 30;

export const retentionVariables = {
  ACTIVITY_LOG_DAYS: wholeNumber(0, maxDays)
    .refine((days) => days === 0 || days >= minActivityDays, `must be 0 or at least ${minActivityDays}`)
    .default(0),
  NOTIFICATION_DAYS: wholeNumber(1, maxDays).default(90),
  SYNC_RUN_DAYS: wholeNumber(1, maxDays).default(90),
};

const variables = z.object(retentionVariables);

export function readRetention(values: z.infer<typeof variables>) {
  return {
    /** Entries of the activity log; 0: forever. */
    activityDays: values.ACTIVITY_LOG_DAYS,
    /** Notifications of followed orders, read or not. */
    notificationDays: values.NOTIFICATION_DAYS,
    /** Ended sync runs; the last successful one of each kind stays, because the next run continues from it. */
    syncRunDays: values.SYNC_RUN_DAYS,
  };
}
