import { afterEach, describe, expect, test } from 'vitest';
import {
  answer,
  type Behavior,
  cutConnection,
  cutJson,
  dropped,
  netsuiteError,
  type ScriptedServer,
  silence,
  startScriptedServer,
} from '../testing/scripted-server.ts';
import { accountUrl, createNetsuiteClient, type NetsuiteClientOptions } from './netsuite-client.ts';
import { NetsuiteError } from './netsuite-error.ts';

const credentials = { type: 'tba', consumerKey: 'k', consumerSecret: 's', tokenId: 't', tokenSecret: 'u' } as const;
const page = { items: [{ id: '1', tranid: 'SO1' }], count: 1, hasMore: false, offset: 0, totalResults: 1 };
const good = answer(200, page);

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

async function connect(behaviors: Behavior[], options: Partial<NetsuiteClientOptions> = {}) {
  server = await startScriptedServer(behaviors);
  const pauses: number[] = [];
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds);
  };
  const client = createNetsuiteClient({
    accountId: '1234567-sb1',
    baseUrl: server.url,
    credentials,
    retry: { sleep, random: () => 0.5 },
    ...options,
  });
  return { client, received: server.received, pauses };
}

const query = { q: 'SELECT t.id FROM transaction t' };

describe('a call', () => {
  test('sends SuiteQL in the form that NetSuite requires', async () => {
    const { client, received } = await connect([good]);
    expect((await client.suiteql({ ...query, limit: 10, offset: 20 })).items).toEqual(page.items);
    const [request] = received;
    expect(request).toMatchObject({ method: 'POST', url: '/services/rest/query/v1/suiteql?limit=10&offset=20' });
    expect(request?.headers).toMatchObject({ prefer: 'transient', 'content-type': 'application/json' });
    expect(JSON.parse(request?.body ?? '')).toEqual(query);
  });

  test('reads columns in lower case, however NetSuite writes them (suiteql-facts, section 1)', async () => {
    const { client } = await connect([answer(200, { ...page, items: [{ ID: '1', TranId: 'SO1', links: [] }] })]);
    expect((await client.suiteql(query)).items).toEqual([{ id: '1', tranid: 'SO1', links: [] }]);
  });

  test('goes by the total as well where hasMore is wrong (suiteql-facts, section 1)', async () => {
    const { client } = await connect([
      answer(200, { ...page, totalResults: 3 }),
      answer(200, { ...page, offset: 2, totalResults: 3 }),
    ]);
    expect((await client.suiteql({ ...query, limit: 1 })).hasMore).toBe(true);
    expect((await client.suiteql({ ...query, limit: 1, offset: 2 })).hasMore).toBe(false);
  });

  test('takes a page without the rows that it counts for a failure, not for the end', async () => {
    const { client } = await connect([answer(200, { ...page, items: [], count: 0, hasMore: true, totalResults: 3 })]);
    await expect(client.suiteql(query)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('reads some fields of a record', async () => {
    const { client, received } = await connect([answer(200, { id: '7', TRANID: 'SO7' })]);
    expect(await client.record('salesOrder', '7', ['id', 'tranId'])).toEqual({ id: '7', TRANID: 'SO7' });
    expect(received.map(({ url }) => url)).toEqual(['/services/rest/record/v1/salesOrder/7?fields=id%2CtranId']);
  });

  test.each([
    ['a 429', netsuiteError(429, 'CONCURRENCY_LIMIT_EXCEEDED', 'Too many.')],
    ['a 400 at overload', netsuiteError(400, 'SSS_REQUEST_LIMIT_EXCEEDED', 'Too many.')],
    ['a 500', netsuiteError(500, 'UNEXPECTED_ERROR', 'An unexpected error occurred.')],
    ['a 503 without JSON', (_request, response) => response.writeHead(503).end('<html>')],
    ['a dropped connection', dropped],
    ['a connection cut within the body', cutConnection],
    ['a body cut within its JSON', cutJson(200)],
    ['a refusal cut within its JSON', cutJson(400)],
  ] as [string, Behavior][])('is made again after %s', async (_name, fault) => {
    const { client, received, pauses } = await connect([fault, fault, good]);
    expect((await client.suiteql(query)).items).toEqual(page.items);
    expect(received).toHaveLength(3);
    expect(pauses).toEqual([187.5, 375]);
  });

  test('signs each attempt anew', async () => {
    const { client, received } = await connect([netsuiteError(500, 'UNEXPECTED_ERROR', 'No.'), good]);
    await client.suiteql(query);
    const nonces = received.map(({ headers }) => /oauth_nonce="([^"]+)"/.exec(headers.authorization ?? '')?.[1]);
    expect(new Set(nonces).size).toBe(2);
  });

  test('waits as long as NetSuite asks', async () => {
    const busy = netsuiteError(429, 'CONCURRENCY_LIMIT_EXCEEDED', 'Too many.', { 'retry-after': '7' });
    const { client, pauses } = await connect([busy, good]);
    await client.suiteql(query);
    expect(pauses).toEqual([7000]);
  });

  test('gives up after its attempts with a plain message and NetSuite’s detail', async () => {
    const { client, received } = await connect([netsuiteError(500, 'UNEXPECTED_ERROR', 'Error ID: abc.')]);
    const error = await client.suiteql(query, { attempts: 3 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NetsuiteError);
    expect(error).toMatchObject({
      kind: 'unavailable',
      status: 500,
      code: 'UNEXPECTED_ERROR',
      detail: 'Error ID: abc.',
      message: 'NetSuite could not answer: Error ID: abc.',
    });
    expect(received).toHaveLength(3);
  });

  test('waits for the end of a rate limit with all its attempts, however few a call may make', async () => {
    const busy = netsuiteError(429, 'CONCURRENCY_LIMIT_EXCEEDED', 'Too many.');
    const failing = netsuiteError(500, 'UNEXPECTED_ERROR', 'No.');
    const { client, received } = await connect([busy, busy, busy, failing]);
    await expect(client.suiteql(query, { attempts: 2 })).rejects.toMatchObject({ kind: 'unavailable' });
    expect(received).toHaveLength(4);
  });

  test.each([
    [400, 'INVALID_PARAMETER', "Unknown identifier 'x'.", 'refused'],
    [401, 'INVALID_LOGIN', 'Invalid login attempt.', 'sign-in'],
    [403, 'INSUFFICIENT_PERMISSION', 'Not for this role.', 'permission'],
    [404, 'NONEXISTENT_ID', 'No record of id 7.', 'not-found'],
    [404, 'USER_ERROR', 'The record instance does not exist. Provide a valid record instance ID.', 'not-found'],
    [404, 'NONEXISTENT_RECORD_TYPE', "Record type 'salesOrder' does not exist.", 'refused'],
  ])('is not made again after a %i %s', async (status, code, detail, kind) => {
    const { client, received } = await connect([netsuiteError(status, code, detail)]);
    await expect(client.record('salesOrder', '7', ['id'])).rejects.toMatchObject({ status, code, detail, kind });
    expect(received).toHaveLength(1);
  });

  test('reports when nothing answers', async () => {
    const { client } = await connect([good]);
    await server?.close();
    const error = await client.serverTime({ attempts: 2 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'unavailable', status: null });
    expect(String(error)).toContain('nothing answers at its address');
  });

  test('is given up when no answer comes in time', async () => {
    const { client } = await connect([silence], { timeout: 50 });
    await expect(client.suiteql(query, { attempts: 1 })).rejects.toMatchObject({ kind: 'unavailable', status: null });
  });

  test('ends at once when its signal does', async () => {
    const { client, received } = await connect([silence]);
    const ending = new AbortController();
    const call = client.suiteql(query, { signal: ending.signal });
    await expect.poll(() => received.length).toBe(1);
    ending.abort(new Error('cancelled by a person'));
    await expect(call).rejects.toThrow('cancelled by a person');
  });
});

test('an account answers at its own host', () => {
  expect(accountUrl('1234567')).toBe('https://1234567.suitetalk.api.netsuite.com');
  expect(accountUrl('1234567_SB1')).toBe('https://1234567-sb1.suitetalk.api.netsuite.com');
});
