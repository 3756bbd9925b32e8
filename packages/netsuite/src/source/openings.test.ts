import { afterEach, describe, expect, test } from 'vitest';
import { createNetsuiteClient } from '../client/netsuite-client.ts';
import { startConnectedSandbox } from '../testing/sandbox.ts';
import {
  answer,
  type Behavior,
  netsuiteError,
  type ScriptedServer,
  startScriptedServer,
} from '../testing/scripted-server.ts';
import { readOpenings } from './openings.ts';
import { everything } from './record-source.ts';

let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.close();
});

const row = { type: 'SalesOrd', total: '3', changed: '1', firstid: '7', lastid: '7' };
const orders = [{ type: 'SalesOrd', columns: undefined }] as const;
const summary = { total: 3, changed: 1, firstId: '7', lastId: '7' };
const opened = { serverTime: new Date('2026-05-29T12:00:00Z'), changedByLines: null };

/** An account that answers queries with a clock by `withClock`, and the queries it received. */
async function open(withClock: Behavior, rows: readonly object[] = [row]) {
  const asked: string[] = [];
  server = await startScriptedServer([
    (request, response) => {
      const hasClock = request.body.includes('CURRENT_TIMESTAMP');
      const isQuery = request.url.includes('suiteql');
      const query = request.body.includes('dual') ? 'simplest query' : 'summary';
      asked.push(isQuery ? (hasClock ? 'summary with clock' : query) : 'clock');
      if (hasClock) return withClock(request, response);
      const body = isQuery ? { items: rows, hasMore: false } : { serverTime: '2026-05-29T12:00:00.000Z' };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    },
  ]);
  const tba = { consumerKey: 'a', consumerSecret: 'b', tokenId: 'c', tokenSecret: 'd' };
  const client = createNetsuiteClient({
    accountId: '1234567',
    baseUrl: server.url,
    credentials: { type: 'tba', ...tba },
    retry: { attempts: 2, firstDelay: 1, longestDelay: 1 },
  });
  return { asked, read: () => readOpenings(client, orders, everything) };
}

/** Answers a summary with a time for each, and the last one again. */
function timed(...times: string[]): Behavior {
  const left = [...times];
  return (request, response) => {
    const servertime = left.length > 1 ? left.shift() : left[0];
    answer(200, { items: [{ ...row, servertime }], hasMore: false })(request, response);
  };
}

describe('an account that does not return the time within a summary (a guess that no source confirms)', () => {
  test.each([
    [
      'by a refusal',
      netsuiteError(400, 'INVALID_PARAMETER', 'Search error occurred: Invalid or unsupported search.'),
      ['summary with clock', 'simplest query', 'summary'],
    ],
    [
      'by a bare 500',
      netsuiteError(500, 'UNEXPECTED_ERROR', 'An unexpected error occurred.'),
      ['summary with clock', 'summary with clock', 'summary'],
    ],
    ['by a time of another zone', timed('2026-05-29T16:00:00Z'), ['summary with clock']],
    ['by no valid time', timed('29-MAY-26'), ['summary with clock']],
  ])('%s is asked for the time apart, and is not tried again', async (_, withClock, summaries) => {
    const { asked, read } = await open(withClock);
    for (let time = 0; time < 2; time += 1) expect(await read()).toEqual([{ ...opened, summary }]);
    expect(asked).toEqual(['clock', ...summaries, 'clock', 'summary']);
  });
});

test('the time within a summary is compared with the clock once, and used from then on', async () => {
  const { asked, read } = await open(timed('2026-05-29T12:00:59Z', '2026-05-29T13:00:00Z'));
  expect(await read()).toEqual([{ ...opened, summary }]);
  const serverTime = new Date('2026-05-29T13:00:00Z');
  for (let time = 0; time < 2; time += 1) expect(await read()).toEqual([{ ...opened, serverTime, summary }]);
  expect(asked).toEqual(['clock', 'summary with clock', 'summary with clock', 'summary with clock']);
});

test('an account without any record is asked for the time apart', async () => {
  const { asked, read } = await open(answer(200, { items: [], hasMore: false }));
  const none = { total: 0, changed: 0, firstId: null, lastId: null };
  for (let time = 0; time < 2; time += 1) expect(await read()).toEqual([{ ...opened, summary: none }]);
  expect(asked).toEqual(['clock', 'summary with clock', 'clock', 'summary with clock']);
});

// suiteql-facts, section 1: short pages with hasMore.
test('an account that answers short pages counts each kind all the same', async () => {
  const sandbox = await startConnectedSandbox({ data: { generate: { orders: 12, customers: 3, seed: 4 } } });
  const types = ['SalesOrd', 'ItemShip', 'CustInvc'] as const;
  const kinds = types.map((type) => ({ type, columns: undefined }));
  const readTotals = async () =>
    (await readOpenings(sandbox.connect(), kinds, everything)).map(({ summary }) => summary.total);
  const totals = await readTotals();
  await sandbox.control.change({ pageRows: 1 });
  expect(await readTotals()).toEqual(totals);
  await sandbox.stop();
});
