import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { generateOrders } from '../generate/orders.ts';
import { errorOf, itemsOf, startTestSandbox } from '../testing/test-sandbox.ts';

const set = { orders: 60, customers: 12, seed: 7 };
const sandbox = await startTestSandbox({ data: { generate: set } });
const ids = [...generateOrders(set)].map(({ id }) => id);
const [first = '', second = ''] = ids;
const time = '/services/rest/system/v1/serverTime';
const orderPath = '/services/rest/record/v1/salesOrder';
afterEach(() => sandbox.control.reset());
afterAll(() => sandbox.stop());

/** What becomes of so many requests, one after the other: a status, or the kind of failure. */
async function outcomes(count: number, path = `${orderPath}?limit=50`): Promise<(number | string)[]> {
  const seen: (number | string)[] = [];
  for (let index = 0; index < count; index += 1) {
    seen.push(
      await sandbox.get(path).then(
        ({ status }) => status,
        (error: Error) => (error instanceof SyntaxError ? 'cut JSON' : 'broken connection'),
      ),
    );
  }
  return seen;
}

// rest-facts, section 6: Oracle's help, bridgehead_1500275603 (shared by the services) and section_156570709583 (the 429).
describe('the concurrency limit', () => {
  test('is shared by all services; what exceeds it is answered with 429', async () => {
    await sandbox.control.resetRequests();
    const pause = { minimum: 300, maximum: 300 };
    await sandbox.control.change({ concurrency: 3, latency: { record: pause, query: pause, system: pause } });
    const answers = await Promise.all([
      sandbox.get(time),
      sandbox.get(`${orderPath}?limit=1`),
      sandbox.query('SELECT id FROM transaction'),
      ...Array.from({ length: 4 }, () => sandbox.get(time)),
    ]);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBe(4);
    for (const answer of refused) {
      expect(errorOf(answer).code).toBe('CONCURRENCY_LIMIT_EXCEEDED');
      expect(answer.headers.get('retry-after')).toBeNull();
    }
    expect((await sandbox.get(time)).status).toBe(200);
    expect((await sandbox.control.requests()).byStatus).toEqual({ 200: 4, 429: 4 });
  });
});

describe('latency', () => {
  const arrived = async () => (await sandbox.control.requests()).total;
  const slow = (milliseconds: number) => ({ latency: { system: { minimum: milliseconds, maximum: milliseconds } } });

  test('that is lowered wakes waiting requests; raised, it applies only to new requests', async () => {
    await sandbox.control.change(slow(600_000));
    const waiting = [sandbox.get(time), sandbox.get(time)];
    await expect.poll(arrived).toBe(2);
    await sandbox.control.change(slow(1));
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);

    await sandbox.control.change(slow(1000));
    await sandbox.control.resetRequests();
    const earlier = sandbox.get(time);
    await expect.poll(arrived).toBe(1);
    await sandbox.control.change(slow(600_000));
    expect((await earlier).status).toBe(200);
  });

  test('ends for waiting requests when the settings are reset', async () => {
    await sandbox.control.change(slow(600_000));
    await sandbox.control.resetRequests();
    const waiting = sandbox.get(time);
    await expect.poll(arrived).toBe(1);
    await sandbox.control.reset();
    expect((await waiting).status).toBe(200);
  });
});

// Oracle's help, section_156570709583: the bodies of 429 and 500; broken and cut answers are the network's, not NetSuite's.
describe('faults', () => {
  test('occur at the configured rates', async () => {
    await sandbox.control.change({ faults: { tooManyRequests: 0.25, serverError: 0.25 } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => outcomes(40, time)));
    const statuses = answers.flat();
    const share = (status: number) => statuses.filter((seen) => seen === status).length / statuses.length;
    expect(share(429)).toBeGreaterThan(0.12);
    expect(share(500)).toBeGreaterThan(0.12);
    expect(share(200)).toBeGreaterThan(0.35);
    await sandbox.control.change({ faults: { tooManyRequests: 1, serverError: 0 } });
    expect(errorOf(await sandbox.get(time))).toMatchObject({ status: 429, code: 'CONCURRENCY_LIMIT_EXCEEDED' });
    await sandbox.control.change({ faults: { tooManyRequests: 0, serverError: 1 } });
    expect(errorOf(await sandbox.get(time))).toMatchObject({ status: 500, code: 'UNEXPECTED_ERROR' });
  });

  test('break connections and truncate bodies in both ways', async () => {
    await sandbox.control.change({ faults: { truncatedBody: 1 } });
    expect(new Set(await outcomes(12))).toEqual(new Set(['cut JSON', 'broken connection']));
    await sandbox.control.change({ faults: { truncatedBody: 0, droppedConnection: 1 } });
    await sandbox.control.resetRequests();
    expect(await outcomes(3)).toEqual(Array(3).fill('broken connection'));
    expect((await sandbox.control.requests()).byStatus).toEqual({ 0: 3 });
    await sandbox.control.change({ faults: { droppedConnection: 0 } });
    expect(await outcomes(3)).toEqual([200, 200, 200]);
  });

  test('repeat for the same seed', async () => {
    const rates = { tooManyRequests: 0.3, serverError: 0.3, seed: 5 };
    await sandbox.control.change({ faults: rates });
    const before = await outcomes(20, time);
    await sandbox.control.change({ faults: rates });
    expect(await outcomes(20, time)).toEqual(before);
  });
});

describe('a record', () => {
  // rest-facts, section 3: REST loads records in edit mode, SuiteQL does not (airbytehq/airbyte, issue 79190).
  test('that is locked cannot be read as a record, while SuiteQL returns it', async () => {
    await sandbox.control.change({ locked: { salesOrder: [first] } });
    const found = itemsOf(
      await sandbox.query(`SELECT t.id FROM transaction t WHERE t.type = 'SalesOrd' ORDER BY t.id`),
    ).map(({ id }) => id);
    expect(found).toEqual(ids);
    expect(errorOf(await sandbox.get(`${orderPath}/${first}`))).toMatchObject({ status: 400, code: 'USER_ERROR' });
    expect((await sandbox.get(`${orderPath}/${second}`)).status).toBe(200);
  });

  // A page that fails whole because of one of its records is a guess (README.md).
  test('that is unreadable fails each page and read that holds it', async () => {
    await sandbox.control.change({ unreadable: { salesOrder: [second] } });
    const range = (low: string, high: string) =>
      sandbox.query(`SELECT id, tranid FROM transaction WHERE id BETWEEN ${low} AND ${high}`);
    expect(errorOf(await range(first, ids[9] ?? ''))).toMatchObject({ status: 500, code: 'UNEXPECTED_ERROR' });
    expect((await range(ids[2] ?? '', ids[9] ?? '')).status).toBe(200);
    expect((await range(first, first)).status).toBe(200);
    expect((await range(second, second)).status).toBe(500);
    expect((await sandbox.get(`${orderPath}/${second}`)).status).toBe(500);
    const lines = await sandbox.query(`SELECT transaction, memo FROM transactionline WHERE transaction = ${second}`);
    expect(lines.status).toBe(500);
  });
});

describe('the system service', () => {
  // rest-facts, section 6: Oracle's help, article_0528010158 and article_0625010817 (since 2025.2).
  test('returns the time and, to an administrator, the limits', async () => {
    await sandbox.control.setClock(new Date('2026-05-29T12:00:00Z'), { frozen: true });
    expect((await sandbox.get(time)).body).toEqual({ serverTime: '2026-05-29T12:00:00.000Z' });
    const limits = '/services/rest/system/v1/governanceLimits';
    expect((await sandbox.get(limits)).body).toEqual({
      accountConcurrencyLimit: 5,
      accountUnallocatedConcurrencyLimit: 5,
      integrationLimitType: 'accountLimit',
    });
    await sandbox.control.change({ administrator: false });
    expect(errorOf(await sandbox.get(limits))).toMatchObject({ status: 403, code: 'INSUFFICIENT_PERMISSION' });
  });

  // rest-facts, section 7: Oracle's help, section_156570709583 (the form); the words are a guess (README.md).
  test('answers an unknown path with 404 in the same form', async () => {
    expect(errorOf(await sandbox.get('/services/rest/system/v1/weather')).status).toBe(404);
  });
});
