import type { NetsuiteClient } from '../client/netsuite-client.ts';
import { failedAs, NetsuiteError } from '../client/netsuite-error.ts';
import type { CallOptions } from '../client/transport.ts';
import { MAX_ID } from '../source/counts.ts';
import { everything } from '../source/record-source.ts';
import type { Sources } from '../sources.ts';
import { checkTables, manageRoles } from './check-tables.ts';
import { type Finding, failed, note, passed, type Topic } from './finding.ts';

export interface CheckedAccount {
  readonly client: NetsuiteClient;
  readonly sources: Sources;
  /** Requests that the portal sends at once. */
  readonly concurrency: number;
  readonly now: () => Date;
}

/** Clocks further apart make NetSuite refuse a signed assertion as not yet valid. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Checks whether the account, the role and this machine are set up for the mirror, and how fast NetSuite answers. Never
 * throws a NetsuiteError: a failed request becomes a finding. Throws the reason of `call.signal`.
 */
export async function checkNetsuite(account: CheckedAccount, call: CallOptions = {}): Promise<Finding[]> {
  const options = { attempts: 6, ...call };
  const findings: Finding[] = [];
  const step = async (topic: Topic, work: () => Promise<Finding[]>) => {
    try {
      findings.push(...(await work()));
    } catch (error) {
      if (!(error instanceof NetsuiteError)) throw error;
      findings.push(failed(topic, error.message));
    }
  };
  await step('sign-in', () => checkSignIn(account, { attempts: 3, ...call }));
  // Nothing else can be asked without a session.
  if (findings.some(({ result }) => result === 'failed')) return findings;
  await step('clock', () => checkClock(account, options));
  let mayRead = false;
  await step('permissions', async () => {
    const tables = await checkTables(account.client, options);
    mayRead = tables.mayRead;
    return tables.findings;
  });
  if (mayRead) await step('columns', () => checkColumns(account, options));
  await step('limits', () => checkLimits(account, options));
  if (mayRead) await step('records', () => checkRecords(account, options));
  return findings;
}

async function checkSignIn({ client }: CheckedAccount, call: CallOptions): Promise<Finding[]> {
  try {
    await client.serverTime(call);
    return [passed('sign-in', 'NetSuite accepts the sign-in.')];
  } catch (error) {
    const cure = cureOf(error);
    if (!(error instanceof NetsuiteError) || cure === undefined) throw error;
    return [failed('sign-in', `${error.message.replace(/\.$/, '')}: ${cure}.`)];
  }
}

/** Refused token requests already name their cause. */
function cureOf(error: unknown): string | undefined {
  if (failedAs(error, 'sign-in') && error.code === 'INVALID_LOGIN') {
    return 'compare the credentials with Setup > Users/Roles > Access Tokens, and look at the Login Audit Trail';
  }
  if (failedAs(error, 'permission')) {
    return `add the permission Setup > REST Web Services to the role under ${manageRoles}`;
  }
  if (failedAs(error, 'unavailable') && error.status === null) {
    return 'check NETSUITE_ACCOUNT_ID (and NETSUITE_BASE_URL, if set) against Setup > Company > Company Information';
  }
  return undefined;
}

async function checkClock({ client, now }: CheckedAccount, call: CallOptions): Promise<Finding[]> {
  const before = now().getTime();
  const netsuite = (await client.serverTime(call)).getTime();
  const difference = (before + now().getTime()) / 2 - netsuite;
  const seconds = Math.round(Math.abs(difference) / 1000);
  const direction = difference > 0 ? 'ahead of' : 'behind';
  const found = `The clock of this machine is ${seconds} s ${direction} NetSuite's`;
  if (Math.abs(difference) <= MAX_CLOCK_DIFFERENCE_MS) return [passed('clock', `${found}.`)];
  const cure =
    'synchronize it with a time server (NTP), because NetSuite refuses a sign-in from a clock that is more than a minute off';
  return [failed('clock', `${found}: ${cure}.`)];
}

/** Optional columns that are missing leave fields empty; a hidden table is reported by the check of the tables. */
async function checkColumns({ sources }: CheckedAccount, call: CallOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [kind, { probe, candidates }] of Object.entries(sources)) {
    const found = await probe(call);
    const missing = candidates.filter((column) => !found.has(column));
    const counted = `${candidates.length - missing.length} of ${candidates.length} optional columns of ${kind} were found`;
    findings.push(
      missing.length === 0
        ? passed('columns', `${counted}.`)
        : note('columns', `${counted}; missing: ${missing.join(', ')}.`),
    );
  }
  return findings;
}

/** Only an administrator's role may read the limits, and only since release 2025.2 (rest-facts, section 6). */
async function checkLimits({ client, concurrency }: CheckedAccount, call: CallOptions): Promise<Finding[]> {
  const limits = await client.concurrencyLimits(call).catch((error: unknown) => {
    if (failedAs(error, 'permission', 'not-found', 'refused')) return null;
    throw error;
  });
  const used = `the portal sends up to ${concurrency} (NETSUITE_CONCURRENCY)`;
  if (limits === null) {
    const message = `The number of concurrent requests that the account allows can only be read by an administrator; ${used}.`;
    return [note('limits', message)];
  }
  const allowed = limits.integration ?? limits.unallocated ?? limits.account;
  const known = `NetSuite allows this integration ${allowed} concurrent requests`;
  if (concurrency <= allowed) return [passed('limits', `${known}; ${used}.`)];
  const cure =
    'lower NETSUITE_CONCURRENCY, or raise the limit under Setup > Integration > Integration Management > ' +
    'Integration Governance';
  return [failed('limits', `${known}, but ${used}: ${cure}.`)];
}

/** Records that the role must see, with the tab and name of the permission that shows them. */
const records = [
  ['orders', 'sales orders', 'Transactions > Sales Order'],
  ['customers', 'customers', 'Lists > Customers'],
  ['fulfillments', 'fulfillments', 'Transactions > Item Fulfillment'],
  ['invoices', 'invoices', 'Transactions > Invoice'],
] as const;

/**
 * A restricted role, or one that may not see a type of transaction, gets fewer rows without an error (suiteql-facts, section
 * 7), so the numbers are shown.
 */
async function checkRecords({ sources }: CheckedAccount, call: CallOptions): Promise<Finding[]> {
  const counts: string[] = [];
  const unseen: Finding[] = [];
  for (const [kind, words, permission] of records) {
    const { total } = await sources[kind].summarizeChanges(everything, call);
    counts.push(`${total.toLocaleString('en-US')} ${words}`);
    const cure = `add the permission ${permission}, level View, and check the restrictions of the role under ${manageRoles}`;
    const message = `The role sees no ${words}: if there should be any, ${cure}.`;
    if (total === 0) unseen.push((kind === 'orders' ? failed : note)('records', message));
  }
  const reader = sources.orders.open(await sources.orders.probe(call));
  const before = performance.now();
  const { rows } = await reader.page(everything, { after: '0', upTo: MAX_ID }, reader.pageSize, call);
  const seconds = ((performance.now() - before) / 1000).toFixed(1);
  return [
    passed('records', `The role sees ${counts.slice(0, 3).join(', ')} and ${counts[3]}.`),
    ...unseen,
    passed('speed', `A page of ${rows.length} orders with their lines and addresses took ${seconds} s.`),
  ];
}
