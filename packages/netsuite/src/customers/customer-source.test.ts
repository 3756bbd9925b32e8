import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { everything, type RecordSource } from '../source/record-source.ts';
import { startConnectedSandbox } from '../testing/sandbox.ts';
import { customerFromRecord } from './customer-mapping.ts';
import type { CustomerRecord } from './customer-record.ts';
import { createCustomerSource } from './customer-source.ts';

const sandbox = await startConnectedSandbox({ data: { generate: { orders: 10, customers: 250, seed: 12 } } });
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.control.reset());

async function readByRecordService(): Promise<CustomerRecord[]> {
  const client = sandbox.connect();
  const { items } = await client.records('customer', { limit: 1000 });
  return Promise.all(items.map(async ({ id }) => customerFromRecord(await client.record('customer', String(id)))));
}

async function readBySource(source: RecordSource<CustomerRecord>, limit: number): Promise<CustomerRecord[]> {
  const survey = await source.survey(everything);
  const reader = await source.open(everything, survey, new Date());
  const customers: CustomerRecord[] = [];
  let range = { after: '0', upTo: survey.lastId ?? '0' };
  for (;;) {
    const page = await reader.page(range, limit);
    expect(page.faults).toEqual([]);
    customers.push(...page.rows);
    if (page.complete || page.lastId === null) return customers;
    range = { ...range, after: page.lastId };
  }
}

const expected = await readByRecordService();

describe('customers in bulk are what the record service says of each', () => {
  test('by SuiteQL', async () => {
    expect(await readBySource(createCustomerSource(sandbox.connect()), 100)).toEqual(expected);
  });

  test('where the role may not see whose subsidiary they are of', async () => {
    await sandbox.control.change({ hiddenTables: ['customersubsidiaryrelationship'] });
    expect(await readBySource(createCustomerSource(sandbox.connect()), 100)).toEqual(expected);
  });

  test('with token-based sign-in', async () => {
    const client = sandbox.connect({ credentials: sandbox.tba });
    expect(await readBySource(createCustomerSource(client), 1000)).toEqual(expected);
  });
});
