import type { NetsuiteClient } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { readText } from '../values/fields.ts';
import type { AccountColumns } from './probe-columns.ts';
import { readByIds } from './read-by-ids.ts';

type AddressTable = 'transactionbillingaddress' | 'transactionshippingaddress' | 'entityaddress';

/**
 * Texts of addresses by their keys. They are read apart, since unbounded joins to these tables time out (suiteql-facts,
 * section 5). Where the role may not see the table, there is no text.
 */
export async function readAddresses(
  client: NetsuiteClient,
  columns: AccountColumns,
  table: AddressTable,
  keys: readonly (string | null)[],
  call?: CallOptions,
): Promise<(key: string | null) => string | null> {
  const wanted = keys.filter((key) => key !== null);
  if (wanted.length === 0 || !columns.has(`${table}.addrtext`)) return () => null;
  const query = (keyList: string) =>
    `SELECT a.nkey AS nkey, a.addrtext AS addrtext FROM ${table} a WHERE a.nkey IN (${keyList}) ORDER BY a.nkey`;
  const rows = await readByIds(client, wanted, query, call);
  const texts = new Map(rows.map((row) => [readText(row, 'nkey'), readText(row, 'addrtext')]));
  return (key) => texts.get(key) ?? null;
}
