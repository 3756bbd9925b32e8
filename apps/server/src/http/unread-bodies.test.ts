import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { orders, startAttachmentApp } from '../features/attachments/testing/attachment-app.ts';
import { formBytes } from '../features/attachments/testing/raw-upload.ts';

const { app, stored } = await startAttachmentApp();
afterAll(app.close);
const { hostname, port } = new URL(app.url);
const { token } = await app.signIn('customer_member');

const authorized = `Authorization: Bearer ${token}`;
const json = 'Content-Type: application/json';
const form = 'Content-Type: multipart/form-data; boundary=the-boundary';
/** The second file has no end. */
const twoFiles = formBytes('one.txt', Buffer.from('one'), '')
  .toString()
  .replace('"description"', '"file"; filename="two.txt"')
  .replace(/--the-boundary--\s*$/, '');
const files = (order: string) => `/api/netsuite-sales-orders/${order}/attachments`;

const bodyBytes = 24 * 1024 ** 2;
/** More than a connection's buffers hold. */
const maxAcceptedBytes = 16 * 1024 ** 2;

/** Sends a large body for as long as the portal accepts it. */
async function sendLarge(path: string, headers: string[], start = '') {
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const answer = text(socket).catch(() => '');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const closed = once(socket, 'close');
  const head = [`POST ${path} HTTP/1.1`, `Host: ${hostname}`, `Content-Length: ${bodyBytes}`, ...headers, '', start];
  socket.write(head.join('\r\n'));
  const filler = Buffer.alloc(64 * 1024, ' ');
  let accepted = 0;
  for (let sent = 0; sent < bodyBytes && socket.writable; sent += filler.length) {
    await Promise.race([
      closed,
      new Promise((resolve) =>
        socket.write(filler, (error) => {
          if (!error) accepted += filler.length;
          resolve(undefined);
        }),
      ),
    ]);
  }
  await closed;
  await answer;
  return { received, accepted };
}

describe('of a refused request, the body is not read: the client gets the answer, and the connection is closed', () => {
  test.each([
    ['no session', 401, '/api/prefrences', [json], ''],
    ['an unknown path', 404, '/api/nothing', ['Content-Type: text/csv'], ''],
    ['a path that cannot be read', 400, '/api/%', [json], ''],
    ['a body above the limit', 413, '/api/prefrences', [authorized, json], ''],
    ['a content type that is not accepted', 415, '/api/prefrences', [authorized, 'Content-Type: text/csv'], ''],
    ['a file for an order out of reach', 404, files(orders.foreign), [authorized, form], ''],
    ['a form with two files', 400, files(orders.first), [authorized, form], twoFiles],
  ])('%s', async (_, status, path, headers, start) => {
    const { received, accepted } = await sendLarge(path, headers, start);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received).toMatch(/\r\nconnection: close\r\n/i);
    expect(received).toContain(`"statusCode":${status}`);
    expect(accepted).toBeLessThan(maxAcceptedBytes);
    expect(await stored()).toEqual({ files: 0, attachments: 0, unclaimed: 0 });
  });
});

test('reads only what arrives with the headers of a large body, unless a handler reads it', async () => {
  let socket: Socket | undefined;
  const onRequest = (message: unknown) => {
    ({ socket } = message as { socket: Socket });
  };
  subscribe('http.server.request.start', onRequest);
  const { received } = await sendLarge('/api/prefrences', [json]);
  unsubscribe('http.server.request.start', onRequest);
  expect(received).toMatch(/^HTTP\/1\.1 401 /);
  expect(socket?.bytesRead).toBeLessThanOrEqual(64 * 1024);
});

test('a refused request with a small body leaves the connection open', async () => {
  const socket = connect(Number(port), hostname);
  const request = [`POST /api/prefrences HTTP/1.1`, `Host: ${hostname}`, json, 'Content-Length: 2'];
  for (const last of [[], ['Connection: close']]) socket.write([...request, ...last, '', '{}'].join('\r\n'));
  expect((await text(socket)).match(/HTTP\/1\.1 401 /g)).toHaveLength(2);
});
