import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { failedAs } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';
import { readFirst } from '../source/probe-columns.ts';
import { type Finding, failed, note, passed } from './finding.ts';

interface Table {
  readonly table: string;
  /** Its id column; `id` if absent. */
  readonly key?: string;
  /** What the table holds, as the subject of a sentence. */
  readonly holds: string;
  /** Tab and name of the permission that shows the table. */
  readonly permission: string;
  /** The feature without which the account has no such table. */
  readonly feature?: string;
  /** There is no mirror without it. */
  readonly required?: true;
}

const orderPermission = 'Transactions > Sales Order and Transactions > Find Transaction';
const listPermission = 'Lists > Accounting Lists';

const tables: readonly Table[] = [
  { table: 'transaction', holds: 'sales orders', permission: orderPermission, required: true },
  { table: 'transactionline', holds: 'order lines', permission: orderPermission, required: true },
  { table: 'customer', holds: 'customers', permission: 'Lists > Customers', required: true },
  { table: 'deletedrecord', key: 'recordid', holds: 'deletions', permission: 'Setup > Deleted Records' },
  { table: 'item', holds: 'items', permission: 'Lists > Items' },
  { table: 'employee', holds: 'sales representatives', permission: 'Lists > Employees' },
  { table: 'term', holds: 'terms', permission: listPermission },
  { table: 'customercategory', holds: 'customer categories', permission: listPermission },
  { table: 'pricelevel', holds: 'price levels', permission: listPermission, feature: 'Multiple Prices' },
  { table: 'currency', holds: 'currencies', permission: 'Lists > Currency', feature: 'Multiple Currencies' },
  { table: 'location', holds: 'locations', permission: 'Lists > Locations', feature: 'Locations' },
  { table: 'subsidiary', holds: 'subsidiaries', permission: 'Lists > Subsidiaries', feature: 'OneWorld' },
  { table: 'job', holds: 'projects', permission: 'Lists > Projects', feature: 'Projects' },
];

type Access = 'readable' | 'hidden' | 'absent';

export const manageRoles = 'Setup > Users/Roles > Manage Roles';
const enableFeatures = 'Setup > Company > Enable Features';

/**
 * Finds out which tables the role may read. `mayRead` is false where the tables that the mirror needs are not readable.
 * Throws for failures that say nothing about a table, such as of a role that may not use SuiteQL.
 */
export async function checkTables(
  client: NetsuiteClient,
  call: CallOptions,
): Promise<{ findings: Finding[]; mayRead: boolean }> {
  // Fails if every query is refused, whatever it asks for (rest-facts, section 1).
  await client.suiteql({ q: 'SELECT 1 AS answer FROM dual', limit: 1 }, call);
  const seen: (Table & { access: Access })[] = [];
  // One after the other, so that the check leaves the account's concurrent requests to others.
  for (const table of tables) seen.push({ ...table, access: await readAccess(client, table, call) });
  const findings = seen.map(toFinding).filter((finding) => finding !== undefined);
  const readable = seen.filter(({ access }) => access === 'readable').length;
  if (findings.every(({ topic }) => topic !== 'permissions')) {
    findings.unshift(passed('permissions', `The role may read all ${readable} tables that the account has.`));
  }
  return { findings, mayRead: seen.every(({ access, required }) => access === 'readable' || required !== true) };
}

function toFinding({ holds, permission, feature, access }: Table & { access: Access }): Finding | undefined {
  if (access === 'readable') return undefined;
  if (access === 'absent' && feature !== undefined) {
    const message = `The account has no ${holds}, so these fields stay empty: to change that, turn on ${feature} under ${enableFeatures}.`;
    return note('features', message);
  }
  return failed(
    'permissions',
    `The role may not see ${holds}: add the permission ${permission}, level View, under ${manageRoles}.`,
  );
}

/** Distinguishes the forms of a refusal: no such table, no permission for it (suiteql-facts, section 7). */
async function readAccess(client: NetsuiteClient, { table, key = 'id' }: Table, call: CallOptions): Promise<Access> {
  try {
    await readFirst(client, key, table, call);
    return 'readable';
  } catch (error) {
    if (failedAs(error, 'permission')) return 'hidden';
    if (failedAs(error, 'refused') && /record '[^']*' was not found/i.test(error.detail)) return 'hidden';
    if (failedAs(error, 'refused') && /invalid search type/i.test(error.detail)) return 'absent';
    throw error;
  }
}
