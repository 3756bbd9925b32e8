import type { CallOptions } from '../client/transport.ts';
import { readByIds } from '../source/read-by-ids.ts';
import type { ReaderContext } from '../source/transaction-source.ts';
import { readDecimal, readText } from '../values/fields.ts';
import type { Package } from './fulfillment-record.ts';

/** The tables of packages and tracking numbers; an account or a role may lack each (suiteql-facts, section 4). */
export const packageColumns = {
  itemfulfillmentpackage: ['itemfulfillment', 'packagetrackingnumber', 'packageweight', 'packagedescr'],
  trackingnumbermap: ['transaction', 'trackingnumber'],
  trackingnumber: ['id', 'trackingnumber'],
} as const;

/**
 * Reads the packages of up to 1000 fulfillments. The two tables are read apart, since joined they multiply; a tracking
 * number without a package counts as one.
 */
export async function readPackages(
  context: ReaderContext,
  ids: readonly string[],
  call: CallOptions | undefined,
): Promise<(id: string) => readonly Package[]> {
  const [packages, numbers] = await Promise.all([
    readBoxes(context, ids, call),
    readTrackingNumbers(context, ids, call),
  ]);
  return (id) => {
    const boxes = packages.get(id) ?? [];
    const known = new Set(boxes.map(({ trackingNumber }) => trackingNumber));
    const others = [...new Set(numbers.get(id) ?? [])].filter((number) => !known.has(number));
    const all = [...boxes, ...others.map((trackingNumber) => ({ trackingNumber }))];
    return all.sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
  };
}

function toKey({ trackingNumber = '', weight = 0, description = '' }: Package): string {
  return JSON.stringify([trackingNumber, weight, description]);
}

async function readBoxes({ client, columns }: ReaderContext, ids: readonly string[], call: CallOptions | undefined) {
  const has = (column: string) => columns.has(`itemfulfillmentpackage.${column}`);
  if (!has('itemfulfillment') || ids.length === 0) return new Map<string, Package[]>();
  const list = packageColumns.itemfulfillmentpackage.filter(has).map((column) => `p.${column} AS ${column}`);
  const query = (idList: string) =>
    `SELECT ${list.join(', ')} FROM itemfulfillmentpackage p WHERE p.itemfulfillment IN (${idList}) ORDER BY ` +
    list.map((column) => column.replace(/ AS .*/, '')).join(', ');
  const byId = new Map<string, Package[]>();
  for (const row of await readByIds(client, ids, query, call)) {
    const id = readText(row, 'itemfulfillment') ?? '';
    const weight = readDecimal(row, 'packageweight');
    const [trackingNumber, description] = [readText(row, 'packagetrackingnumber'), readText(row, 'packagedescr')];
    const box = {
      ...(trackingNumber === null ? {} : { trackingNumber }),
      ...(weight === null ? {} : { weight: Number(weight) }),
      ...(description === null ? {} : { description }),
    };
    byId.set(id, [...(byId.get(id) ?? []), box]);
  }
  return byId;
}

async function readTrackingNumbers(
  { client, columns }: ReaderContext,
  ids: readonly string[],
  call: CallOptions | undefined,
) {
  const isKnown = (['trackingnumbermap', 'trackingnumber'] as const).every((table) =>
    packageColumns[table].every((column) => columns.has(`${table}.${column}`)),
  );
  const query = (idList: string) =>
    'SELECT DISTINCT m.transaction AS transaction, n.trackingnumber AS trackingnumber ' +
    'FROM trackingnumbermap m, trackingnumber n ' +
    `WHERE n.id = m.trackingnumber AND m.transaction IN (${idList}) ORDER BY m.transaction, n.trackingnumber`;
  const rows = isKnown && ids.length > 0 ? await readByIds(client, ids, query, call) : [];
  const byId = new Map<string, string[]>();
  for (const row of rows) {
    const [id, number] = [readText(row, 'transaction') ?? '', readText(row, 'trackingnumber')];
    if (number !== null) byId.set(id, [...(byId.get(id) ?? []), number]);
  }
  return byId;
}
