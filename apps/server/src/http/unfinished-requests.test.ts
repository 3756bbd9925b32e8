import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { orders, startAttachmentApp } from '../features/attachments/testing/attachment-app.ts';
import { beginUpload, formBytes, write } from '../features/attachments/testing/raw-upload.ts';
import { testUsageLimits } from '../testing/app.ts';

const requestSilenceMs = 1500;
const { app, stored } = await startAttachmentApp({ config: { usageLimits: { ...testUsageLimits, requestSilenceMs } } });
afterAll(app.close);
const { hostname, port } = new URL(app.url);
const { token } = await app.signIn('customer_member');

function open(...lines: string[]): Socket {
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.write(lines.join('\r\n'));
  return socket;
}

const form = formBytes('half.bin', Buffer.alloc(100_000, 'x'), 'never arrives');
const post = (path: string, ...headers: string[]) => [`POST ${path} HTTP/1.1`, `Host: ${hostname}`, ...headers];
const json = ['Content-Type: application/json', 'Content-Length: 60'];

describe('a request that stops arriving is ended and its connection closed', () => {
  test.each([
    ['nothing at all', () => open('')],
    ['half of the headers', () => open(...post('/api/auth/login/initiate', 'Content-Type: appl'))],
    ['half of a body', () => open(...post('/api/auth/login/initiate', ...json), '', '{"email":')],
    ['half of a body for an unknown path', () => open(...post('/api/nothing', ...json), '', '{"email":')],
    [
      'a refused request with half of its body',
      () => open(...post('/api/prefrences', 'Authorization: Bearer none', ...json), '', '{"label":'),
    ],
  ])('%s', async (_, begin) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => text(begin())));
    // Requests rejected by their headers already have a response.
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 (408|401|404) /);
  });

  test('half of an upload, of which nothing is stored', async () => {
    const uploads = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const socket = await beginUpload(app.url, token, orders.first, form.length);
        await write(socket, form.subarray(0, 50_000));
        return text(socket);
      }),
    );
    for (const answer of uploads) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await expect.poll(stored).toEqual({ files: 0, attachments: 0, unclaimed: 0 });
  });
});

test('an upload that keeps arriving succeeds, however long it takes', async () => {
  const socket = await beginUpload(app.url, token, orders.first, form.length);
  const answer = text(socket);
  const began = performance.now();
  for (let sent = 0; sent < form.length; sent += 4000) {
    await write(socket, form.subarray(sent, sent + 4000));
    await delay(150);
  }
  expect(performance.now() - began).toBeGreaterThan(2 * requestSilenceMs);
  expect(await answer).toMatch(/^HTTP\/1\.1 201 /);
});

test('a response that takes longer than the timeout is not interrupted', async () => {
  // The headers have arrived completely, so the request is finished however long the portal takes.
  const headers = { authorization: `Bearer ${token}` };
  const stream = await app.fetch('/api/sync/events', { headers });
  let received = '';
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += chunk;
    // Sent every five seconds.
    if (received.includes('still here')) break;
  }
  expect(received).toContain('still here');
});
