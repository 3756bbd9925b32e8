import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { failedAs } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';

/** Writes a day (`YYYY-MM-DD`) the way the account's record filters take it. */
export type DateFormat = (day: string) => string;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The formats an account can be set to, the usual first. */
export const dateFormats: readonly DateFormat[] = [
  format((year, month, day) => `${Number(month)}/${Number(day)}/${year}`),
  format((year, month, day) => `${Number(day)}/${Number(month)}/${year}`),
  format((year, month, day) => `${year}-${Number(month)}-${Number(day)}`),
  format((year, month, day) => `${year}-${month}-${day}`),
  format((year, month, day) => `${month}/${day}/${year}`),
  format((year, month, day) => `${day}/${month}/${year}`),
  format((year, month, day) => `${Number(day)}.${Number(month)}.${year}`),
  format((year, month, day) => `${day}.${month}.${year}`),
  format((year, month, day) => `${Number(day)}-${months[Number(month) - 1]}-${year}`),
  format((year, month, day) => `${day}-${months[Number(month) - 1]}-${year}`),
  format((year, month, day) => `${year}/${Number(month)}/${Number(day)}`),
  format((year, month, day) => `${year}/${month}/${day}`),
];

function format(write: (year: string, month: string, day: string) => string): DateFormat {
  return (text) => {
    const [year = '', month = '', day = ''] = text.split('-');
    return write(year, month, day);
  };
}

/** A day on which there are orders. */
export interface KnownDay {
  readonly day: string;
  /** How many; null where only that there are some. */
  readonly orders: number | null;
}

/**
 * Finds the account's date format: the one in which a filter on some day counts as many orders as there are. A day after
 * the 12th is asked for, so that day and month cannot be mistaken for each other. Null where none fits.
 */
export async function findDateFormat(
  client: NetsuiteClient,
  days: readonly KnownDay[],
  call?: CallOptions,
): Promise<DateFormat | null> {
  const telling = days.findLast(({ day }) => Number(day.slice(8)) > 12);
  if (telling === undefined) return null;
  for (const write of dateFormats) {
    try {
      const q = `tranDate ON "${write(telling.day)}"`;
      const { totalResults } = await client.records('salesOrder', { q, limit: 1 }, call);
      if (totalResults > 0 && (telling.orders ?? totalResults) === totalResults) return write;
    } catch (error) {
      if (!failedAs(error, 'refused')) throw error;
    }
  }
  return null;
}
