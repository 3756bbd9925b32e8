import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { NetsuiteError } from '../client/netsuite-error.ts';
import { customerFromRecord } from '../testing/customer-from-record.ts';
import { readBySource } from '../testing/read-by-source.ts';
import { countComputedNames, startConnectedSandbox } from '../testing/sandbox.ts';
import { createCustomerSource } from './customer-source.ts';

const sandbox = await startConnectedSandbox({ data: { generate: { orders: 10, customers: 250, seed: 12 } } });
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.control.reset());

const bodies = await sandbox.control.listRecords('customer');
const expected = new Map(bodies.map((body) => [String(body.id), customerFromRecord(body)]));

describe('customers read by SuiteQL equal the records', () => {
  test('page by page, with a name computed once for each language', async () => {
    const { client, computed } = countComputedNames(sandbox.connect());
    expect(await readBySource(createCustomerSource(client), 100)).toEqual(expected);
    expect(computed()).toBe(new Set([...expected.values()].map(({ languageId }) => languageId)).size);
  });

  test('in an account that answers short pages, of languages as well', async () => {
    await sandbox.control.change({ pageRows: 1 });
    const few = new Map([...expected].slice(-20));
    // Without a limiter, this many queries exceed the account's limit now and then.
    const source = createCustomerSource(sandbox.connect({ retry: { attempts: 40, firstDelay: 5, longestDelay: 50 } }));
    const { rows } = await source.open(await source.probe()).read([...few.keys()]);
    expect(new Map(rows.map((row) => [row.id, row]))).toEqual(few);
  });

  test('beside one that cannot be read, whose language another names', async () => {
    const [unreadable = ''] = expected.keys();
    await sandbox.control.change({ unreadable: { customer: [unreadable] } });
    const others = [...expected].slice(1);
    const source = createCustomerSource(sandbox.connect());
    const { rows } = await source.open(await source.probe()).read(others.map(([id]) => id));
    expect(rows).toEqual(others.map(([, each]) => each));
  });

  test('beside the first and the last of a language that cannot be read, so that its id stands for its name', async () => {
    const [{ languageId } = { languageId: null }] = expected.values();
    const alike = [...expected].filter(([, each]) => each.languageId === languageId).map(([id]) => id);
    const unreadable = [alike[0] ?? '', alike.at(-1) ?? ''];
    await sandbox.control.change({ unreadable: { customer: unreadable } });
    const others = [...expected].filter(([id]) => !unreadable.includes(id));
    const source = createCustomerSource(sandbox.connect());
    const { rows } = await source.open(await source.probe()).read(others.map(([id]) => id));
    const named = others.map(([, each]) =>
      each.languageId === languageId ? { ...each, languageName: languageId } : each,
    );
    expect(rows).toEqual(named);
  });

  test('after the names of languages could not be read once', async () => {
    const client = sandbox.connect();
    const [id = ''] = expected.keys();
    let cuts = 1;
    const suiteql: typeof client.suiteql = async (query, call) => {
      const page = await client.suiteql(query, call);
      if (!query.q.includes('GROUP BY r.language') || cuts === 0) return page;
      cuts -= 1;
      throw new NetsuiteError({ kind: 'unavailable', status: 200, code: null, detail: 'the answer was cut off' });
    };
    const source = createCustomerSource({ ...client, suiteql });
    const reader = source.open(await source.probe());
    await expect(reader.read([id])).rejects.toThrow('the answer was cut off');
    expect((await reader.read([id])).rows).toEqual([expected.get(id)]);
  });

  // suiteql-facts, section 7: a role that is bound to a subsidiary gets fewer rows, without an error.
  test.each([
    ['shows only subsidiaries that others share with the customer', [{ subsidiary: '9', isprimarysub: 'F' }]],
    ['does not say which of two is its own', [{ subsidiary: '1' }, { subsidiary: '9' }]],
  ])('without a subsidiary where NetSuite %s', async (_, rows) => {
    const client = sandbox.connect();
    const suiteql: typeof client.suiteql = async (query, call) => {
      const page = await client.suiteql(query, call);
      if (!query.q.includes('FROM customersubsidiaryrelationship d')) return page;
      return { ...page, items: page.items.flatMap(({ entity }) => rows.map((row) => ({ entity, ...row }))) };
    };
    const withoutSubsidiary = [...expected].map(([id, each]) => [
      id,
      { ...each, subsidiaryId: null, subsidiaryName: null },
    ]);
    expect([...(await readBySource(createCustomerSource({ ...client, suiteql }), 1000))]).toEqual(withoutSubsidiary);
  });

  test('without a subsidiary where the role may not see it', async () => {
    await sandbox.control.change({ hiddenTables: ['customersubsidiaryrelationship'] });
    const withoutSubsidiary = [...expected].map(
      ([id, customer]) => [id, { ...customer, subsidiaryId: null, subsidiaryName: null }] as const,
    );
    const found = await readBySource(createCustomerSource(sandbox.connect()), 1000);
    expect(found).toEqual(new Map(withoutSubsidiary));
  });

  test('with token-based sign-in', async () => {
    const client = sandbox.connect({ credentials: sandbox.tba });
    expect(await readBySource(createCustomerSource(client), 1000)).toEqual(expected);
  });
});
