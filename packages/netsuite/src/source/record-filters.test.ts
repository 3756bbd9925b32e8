import { afterAll, expect, test } from 'vitest';
import { startConnectedSandbox } from '../testing/sandbox.ts';
import { createRecordFilters } from './record-filters.ts';
import { everything } from './record-source.ts';

const sandbox = await startConnectedSandbox({ data: { generate: { orders: 60, customers: 12, seed: 7 } } });
afterAll(sandbox.stop);

const selection = { ...everything, customerId: '7', since: new Date('2026-03-13T01:00:00Z'), from: '2026-01-31' };

test("a selection is said in the account's date format, the day of a change one day earlier", async () => {
  const filters = createRecordFilters(sandbox.connect());
  expect(await filters.orders(selection)).toBe(
    'entity ANY_OF [7] AND lastModifiedDate ON_OR_AFTER "3/12/2026" AND tranDate ON_OR_AFTER "1/31/2026"',
  );
  expect(await filters.customers(selection)).toBe('id EQUAL 7 AND lastModifiedDate ON_OR_AFTER "3/12/2026"');
  expect(await filters.orders(everything)).toBeNull();
});

test('the date format is asked for once, and again after it could not be read', async () => {
  const filters = createRecordFilters(sandbox.connect({ retry: { attempts: 1 } }));
  await sandbox.control.change({ faults: { serverError: 1 } });
  await expect(filters.orders(selection)).rejects.toMatchObject({ kind: 'unavailable' });
  await sandbox.control.change({ faults: { serverError: 0 } });
  await filters.orders(selection);
  await sandbox.control.resetRequests();
  expect(await filters.orders(selection)).toContain('"1/31/2026"');
  expect((await sandbox.control.requests()).total).toBe(0);
});
