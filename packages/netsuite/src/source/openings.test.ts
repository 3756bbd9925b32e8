import { afterEach, describe, expect, test } from 'vitest';
import { createNetsuiteClient } from '../client/netsuite-client.ts';
import { type Behavior, netsuiteError, type ScriptedServer, startScriptedServer } from '../testing/scripted-server.ts';
import { readOpenings } from './openings.ts';
import { everything } from './record-source.ts';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

const row = { type: 'SalesOrd', total: '3', changed: '1', firstid: '7', lastid: '7' };
const orders = [{ type: 'SalesOrd', columns: undefined }] as const;
const opened = { serverTime: new Date('2026-05-29T12:00:00Z'), changedByLines: [] };

/** An account that answers queries with a clock by `withClock`, and what it was asked. */
async function open(withClock: Behavior, rows: readonly object[] = [row]) {
  const asked: string[] = [];
  server = await startScriptedServer([
    (request, response) => {
      const hasClock = request.body.includes('CURRENT_TIMESTAMP');
      const isQuery = request.url.includes('suiteql');
      asked.push(isQuery ? (hasClock ? 'summary with clock' : 'summary') : 'clock');
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

describe('an account that does not tell the time within a summary (a guess that no source confirms)', () => {
  test.each([
    [
      'by a refusal',
      netsuiteError(400, 'INVALID_PARAMETER', 'Search error occurred: Invalid or unsupported search.'),
      1,
    ],
    ['by a bare 500', netsuiteError(500, 'UNEXPECTED_ERROR', 'An unexpected error occurred.'), 2],
  ])('%s is asked for the time apart, and is not tried again', async (_, withClock, attempts) => {
    const { asked, read } = await open(withClock);
    const summary = { total: 3, changed: 1, firstId: '7', lastId: '7' };
    for (let time = 0; time < 2; time += 1) expect(await read()).toEqual([{ ...opened, summary }]);
    const refused = Array.from({ length: attempts }, () => 'summary with clock');
    expect(asked).toEqual([...refused, 'clock', 'summary', 'clock', 'summary']);
  });
});

test('an account without any record is asked for the time apart', async () => {
  const none: Behavior = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[],"hasMore":false}');
  const { asked, read } = await open(none);
  expect(await read()).toEqual([{ ...opened, summary: { total: 0, changed: 0, firstId: null, lastId: null } }]);
  expect(asked).toEqual(['summary with clock', 'clock']);
});
