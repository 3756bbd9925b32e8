import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { failedAs } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';

/**
 * Which of some columns an account's table has, asked by a query that finds no row: NetSuite names the first unknown one
 * ("Unknown identifier 'x'"), which is then left out. Null where the role may not see the table at all.
 *
 * @param from the table with its letter, `transaction t`
 * @param columns with their letter, `t.subtotal`
 */
export async function findKnownColumns(
  client: NetsuiteClient,
  from: string,
  columns: readonly string[],
  call?: CallOptions,
): Promise<ReadonlySet<string> | null> {
  let asked = [...columns];
  while (asked.length > 0) {
    const fault = await tryColumns(client, from, asked, call);
    if (fault === null) return new Set(asked);
    const unknown = asked.filter((column) => names(fault, column));
    if (unknown.length === 0) return oneByOne(client, from, asked, call);
    asked = asked.filter((column) => !unknown.includes(column));
  }
  return new Set();
}

/** The refusal's words; null when there was none. */
async function tryColumns(
  client: NetsuiteClient,
  from: string,
  columns: readonly string[],
  call: CallOptions | undefined,
): Promise<string | null> {
  try {
    await client.suiteql({ q: `SELECT ${columns.join(', ')} FROM ${from} WHERE 1 = 0`, limit: 1 }, call);
    return null;
  } catch (error) {
    if (failedAs(error, 'refused', 'permission')) return error.detail;
    throw error;
  }
}

/** Whether an error speaks of a column: "Unknown identifier 'subtotal'", "… 't.subtotal'". */
function names(fault: string, column: string): boolean {
  const bare = column.slice(column.indexOf('.') + 1).toLowerCase();
  const identifier = /unknown identifier[:\s]*['"]?([\w.]+)/i.exec(fault)?.[1]?.toLowerCase();
  return identifier !== undefined && identifier.split('.').at(-1) === bare;
}

async function oneByOne(
  client: NetsuiteClient,
  from: string,
  columns: readonly string[],
  call: CallOptions | undefined,
): Promise<ReadonlySet<string> | null> {
  const known = new Set<string>();
  for (const column of columns) {
    if ((await tryColumns(client, from, [column], call)) === null) known.add(column);
  }
  return known.size === 0 ? null : known;
}
