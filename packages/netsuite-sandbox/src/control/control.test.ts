import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { generateOrders } from '../generate/orders.ts';
import { errorOf, itemsOf, startTestSandbox } from '../testing/test-sandbox.ts';

const set = { orders: 20, customers: 5, seed: 3 };
const sandbox = await startTestSandbox({ data: { generate: set } });
const orders = [...generateOrders(set)];
const { control } = sandbox;
const at = (time: string) => control.setClock(new Date(time), { frozen: true });
afterEach(() => control.reset());
afterAll(() => sandbox.stop());

const modified = `TO_CHAR(SYS_EXTRACT_UTC(lastmodifieddate), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const readRow = async (id: string) =>
  itemsOf(
    await sandbox.query(`SELECT memo, foreigntotal, ${modified} AS modified FROM transaction WHERE id = ${id}`),
  )[0];

describe('the clock', () => {
  test('runs, can be set, frozen and reset', async () => {
    await at('2026-06-01T10:00:00Z');
    expect(await control.clock()).toEqual({ now: '2026-06-01T10:00:00.000Z' });
    await control.advanceClock(90);
    expect(await control.clock()).toEqual({ now: '2026-06-01T10:01:30.000Z' });
    await control.setClock(new Date('2031-01-01T00:00:00Z'));
    await expect.poll(async () => (await control.clock()).now > '2031-01-01T00:00:00.000Z').toBe(true);
    await control.reset();
    expect(Math.abs(Date.parse((await control.clock()).now) - Date.now())).toBeLessThan(60_000);
  });
});

describe('a record', () => {
  const id = orders[4]?.id ?? '';

  test('that is patched is changed in both services at the time of the clock', async () => {
    await at('2026-06-02T08:30:00.700Z');
    const body = await control.patchRecord('salesOrder', id, {
      memo: 'A\ttab, a \\ and\na line',
      total: 12.5,
      terms: null,
    });
    expect(body).toMatchObject({
      memo: 'A\ttab, a \\ and\na line',
      total: 12.5,
      lastModifiedDate: '2026-06-02T08:30:00Z',
    });
    expect(body.terms).toBeUndefined();
    expect(await readRow(id)).toEqual({
      links: [],
      memo: 'A\ttab, a \\ and\na line',
      foreigntotal: '12.5',
      modified: '2026-06-02T08:30:00Z',
    });
    const record = await sandbox.get(`/services/rest/record/v1/salesOrder/${id}?expandSubResources=true`);
    expect(record.body).toEqual(JSON.parse(JSON.stringify(body).replaceAll('"/services', `"${sandbox.url}/services`)));
    expect(await control.getRecord('salesOrder', id)).toEqual(body);
  });

  // Balances are computed (suiteql-facts, section 5: balancesearch); that they move no date is a guess (README.md).
  test('can change without its time, as a balance does', async () => {
    const before = await control.getRecord('salesOrder', id);
    const after = await control.patchRecord('salesOrder', id, { total: 99 }, { touch: false });
    expect(after).toEqual({ ...before, total: 99 });
  });

  test('is created by PUT, and replaced by another PUT', async () => {
    await at('2026-06-03T00:00:00Z');
    const created = await control.putRecord('salesOrder', '999001', {
      tranId: 'SO1',
      total: 5,
      entity: { id: '12', refName: 'Twelve' },
    });
    expect(created).toEqual({
      links: [{ rel: 'self', href: '/services/rest/record/v1/salesorder/999001' }],
      id: '999001',
      tranId: 'SO1',
      total: 5,
      entity: { id: '12', refName: 'Twelve' },
      createdDate: '2026-06-03T00:00:00Z',
      lastModifiedDate: '2026-06-03T00:00:00Z',
    });
    await control.putRecord('salesOrder', '999001', { tranId: 'SO1-B', shipAddress: 'Here\r\nThere' });
    const query = `SELECT t.tranid, t.foreigntotal, BUILTIN.DF(t.entity) AS entity, a.addrtext
      FROM transaction t, transactionshippingaddress a WHERE a.nkey = t.shippingaddress AND t.id = 999001`;
    expect(itemsOf(await sandbox.query(query))).toEqual([{ links: [], tranid: 'SO1-B', addrtext: 'Here\r\nThere' }]);
  });

  // suiteql-facts, section 6: columns as in nazir99/nsq and hotgluexyz/tap-netsuite-rest; the type's spelling is a guess.
  test('that is deleted disappears from both services and is listed with its time', async () => {
    const gone = orders[7]?.id ?? '';
    await at('2026-06-04T12:00:00Z');
    await control.deleteRecord('salesOrder', gone);
    expect(errorOf(await sandbox.get(`/services/rest/record/v1/salesOrder/${gone}`)).code).toBe('NONEXISTENT_ID');
    expect(itemsOf(await sandbox.query(`SELECT id FROM transaction WHERE id = ${gone}`))).toEqual([]);
    expect(itemsOf(await sandbox.query(`SELECT id FROM transactionline WHERE transaction = ${gone}`))).toEqual([]);
    const deleted = `SELECT type, recordid, TO_CHAR(SYS_EXTRACT_UTC(deleteddate), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS deleteddate
      FROM deletedrecord WHERE SYS_EXTRACT_UTC(deleteddate) >= TO_TIMESTAMP('<since>', 'YYYY-MM-DD HH24:MI:SS') ORDER BY deleteddate, recordid`;
    expect(itemsOf(await sandbox.query(deleted.replace('<since>', '2026-06-04 12:00:00')))).toEqual([
      { links: [], type: 'salesorder', recordid: gone, deleteddate: '2026-06-04T12:00:00Z' },
    ]);
    expect(itemsOf(await sandbox.query(deleted.replace('<since>', '2026-06-04 12:00:01')))).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'a change of a record that is not there',
      () => control.patchRecord('salesOrder', '5', { memo: 'x' }),
      'There is no salesOrder 5',
    ],
    ['a deletion of a record that is not there', () => control.deleteRecord('customer', '5'), 'There is no customer 5'],
    [
      'a field of the wrong kind',
      () => control.patchRecord('salesOrder', id, { total: 'much' }),
      '"total" must be a number',
    ],
    [
      'a date that is none',
      () => control.putRecord('salesOrder', '7', { tranDate: 'soon' }),
      '"tranDate" must be a date',
    ],
    ['an id that is none', () => control.putRecord('customer', 'x', {}), 'An id is a string of digits'],
    ['an unknown setting', () => control.change({ colour: 'red' } as never), 'Unrecognized key: "colour"'],
    ['a rate above one', () => control.change({ faults: { serverError: 2 } }), 'expected number to be <=1'],
    [
      'an unknown state of a column',
      () => control.change({ columns: { 'transaction.memo': 'purple' } } as never),
      'Invalid option',
    ],
  ])('%s is refused in words', async (_name, change, message) => {
    const before = await control.getRecord('salesOrder', id);
    await expect(change()).rejects.toThrow(message);
    expect(await control.getRecord('salesOrder', id)).toEqual(before);
  });
});

describe('the counts', () => {
  test('count requests by path and status until they are reset', async () => {
    await sandbox.get('/services/rest/system/v1/serverTime');
    await control.resetRequests();
    await sandbox.get(`/services/rest/record/v1/salesOrder/${orders[0]?.id}`);
    await sandbox.get('/services/rest/record/v1/salesOrder/1?fields=memo');
    await sandbox.query('SELECT id FROM transaction');
    expect(await control.requests()).toMatchObject({
      byPath: {
        'GET /services/rest/record/v1/salesOrder/{id}': 2,
        'POST /services/rest/query/v1/suiteql': 1,
      },
      byStatus: { 200: 2, 404: 1 },
      peakConcurrency: 1,
    });
    await control.resetRequests();
    expect(await control.requests()).toEqual({ total: 0, byPath: {}, byStatus: {}, peakConcurrency: 0 });
  });
});

describe('settings', () => {
  test('are merged by a change and restored by a reset', async () => {
    const before = await control.settings();
    const changed = await control.change({ concurrency: 2, locked: { customer: ['7'] } });
    expect(changed).toEqual({ ...before, concurrency: 2, locked: { customer: ['7'] } });
    await control.reset();
    expect(await control.settings()).toEqual(before);
  });
});
