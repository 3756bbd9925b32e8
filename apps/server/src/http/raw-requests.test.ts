import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';

const app = await startTestApp();
afterAll(() => app.close());
const { hostname, port } = new URL(app.url);

/** Sends raw lines that no HTTP client would send, and returns the complete response. */
function send(...lines: string[]): Promise<string> {
  const socket = connect(Number(port), hostname);
  socket.end(lines.join('\r\n'));
  return text(socket);
}

const head = ['POST /api/auth/login/initiate HTTP/1.1', `Host: ${hostname}`, 'Content-Type: application/json'];
const healthCheck = `GET /api/health HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;

describe('request boundaries are unambiguous', () => {
  test.each([
    ['two ways to say it', ['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${healthCheck}`],
    ['two lengths', ['Content-Length: 0', 'Content-Length: 40'], healthCheck],
    ['a length that is none', ['Content-Length: 1, 40'], healthCheck],
    ['an encoding that nobody knows', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${healthCheck}`],
    ['a blank before the colon', ['Content-Length : 40'], healthCheck],
  ])('%s: rejects it and ignores anything that follows', async (_what, headers, rest) => {
    const answer = await send(...head, ...headers, '', rest);
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|11) /);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer).not.toContain('"ok"');
  });
});

test('refuses a body of unknown length, and handles none of its chunks', async () => {
  const chunks = '1\r\nx\r\n'.repeat(100_000);
  const answer = await send(...head, 'Transfer-Encoding: chunked', '', chunks);
  expect(answer).toMatch(/^HTTP\/1\.1 411 /);
  expect(answer).toContain('Send the length of the body.');
});

test.each([
  ['a length', `Content-Length: ${healthCheck.length}`, healthCheck],
  ['chunks', 'Transfer-Encoding: chunked', '0\r\n\r\n'],
  ['nothing else', 'X-Last: last', ''],
])('refuses more than 100 headers, even if %s comes after them', async (_what, last, body) => {
  const extra = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: ${at}`);
  const answer = await send(...head, ...extra(98), last, '', body);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('A request can have 100 headers.');
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(await send(...head, ...extra(97), last, '', body)).not.toContain('100 headers');
});

test('answers two requests sent at once on a connection; reads no more of them, and closes it', async () => {
  let started = 0;
  const countStarted = () => {
    started += 1;
  };
  subscribe('http.server.request.start', countStarted);
  const answersTo = async (requests: number) => {
    started = 0;
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    // Left open: the server does not go on answering a connection whose client has closed its side.
    socket.write(healthCheck.repeat(requests));
    const answers = () => received.match(/HTTP\/1\.1 200 /g)?.length ?? 0;
    await expect.poll(() => (requests > 2 ? socket.closed : answers() === requests)).toBe(true);
    socket.destroy();
    return answers();
  };
  expect(await answersTo(2)).toBe(2);
  expect(await answersTo(500)).toBe(2);
  expect(started).toBe(3);
  unsubscribe('http.server.request.start', countStarted);
});

test('answers any number of requests on a connection, each sent when the last was answered', async () => {
  const socket = connect(Number(port), hostname);
  for (let number = 0; number < 20; number += 1) {
    socket.write(healthCheck);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  }
  socket.destroy();
});

test.each([
  ['without a host', 'GET /api/health HTTP/1.1\r\n\r\n'],
  ['with an unknown expectation', healthCheck.replace('\r\n\r\n', '\r\nExpect: wonders\r\n\r\n')],
])(
  'answers two of a thousand requests %s that are sent at once on a connection, and closes it',
  async (_what, request) => {
    let started = 0;
    const countStarted = () => {
      started += 1;
    };
    subscribe('http.server.request.start', countStarted);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(request.repeat(1000));
    await text(socket).catch(() => undefined);
    unsubscribe('http.server.request.start', countStarted);
    // The two that are answered, and the one at which the server stops reading.
    expect(started).toBe(3);
  },
);

test('takes the first hundred parameters of a query', async () => {
  const { token } = await app.signIn('admin');
  const read = async (before: number) => {
    const others = Array.from({ length: before }, (_, index) => `p${index}=1`);
    const path = `/api/netsuite-sales-orders?${[...others, 'limit=none'].join('&')}`;
    return (await app.fetch(path, { headers: { authorization: `Bearer ${token}` } })).status;
  };
  expect([await read(99), await read(100)]).toEqual([400, 200]);
});

test('TRACE does not echo the request', async () => {
  const answer = await send('TRACE /api/health HTTP/1.1', `Host: ${hostname}`, 'X-Secret: hidden', '', '');
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).not.toContain('hidden');
});

test('rejects a repeated parameter by name instead of choosing one', async () => {
  const { token } = await app.signIn('admin');
  for (const [name, query] of [
    ['page', 'page=1&page=2'],
    ['search', 'search=a&search=b'],
    ['limit', 'limit=1&limit=1'],
  ] as const) {
    const response = await app.fetch(`/api/netsuite-sales-orders?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ details: [{ path: name }] });
  }
});
