import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteAttachment, downloadAttachment, listAttachments, uploadAttachment } from '@portal/contract/attachments';
import { afterAll, describe, expect, test } from 'vitest';
import { checkAnswer } from '../../testing/client.ts';
import { createTestClock } from '../../testing/clock.ts';
import { orders, startAttachmentApp } from './testing/attachment-app.ts';

const { app, upload, add, list, remove, download, stored } = await startAttachmentApp({
  config: { attachmentMaxBytes: 1024 ** 2 },
  // The database formats this timestamp with two fractional digits, JavaScript with three.
  clock: createTestClock(new Date('2026-03-02T08:15:00.340Z')),
});
afterAll(app.close);
const admin = await app.signIn('admin', { fullName: 'Ada Admin' });
const nobody = await app.signIn(null);
const unknownId = '00000000-0000-4000-8000-000000000000';
const unknownOrder = '999';
const good = { id: (await add(admin)).id };
const file = { name: 'invoice.txt', content: 'some text' };

describe('a file', () => {
  test('returns the uploaded bytes unchanged', async () => {
    const content = 'Grüße\0\u{1F4E6}'.repeat(1000);
    const added = await upload(admin.token, { file: { name: 'box.bin', content }, description: ' A box ' });
    expect(added).toMatchObject({ status: 201, body: { originalName: 'box.bin', description: 'A box' } });
    expect(added.body.size).toBe(Buffer.byteLength(content));
    expect(new Date(added.body.createdAt)).toEqual(app.clock.now());
    const answer = await download(admin, added.body.id);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(content);
    expect(answer.headers.get('content-length')).toBe(String(added.body.size));
    expect((await list(admin)).body).toContainEqual(added.body);
  });

  test('has no description if none was sent', async () => {
    for (const description of [undefined, '', '  ']) {
      const added = await upload(admin.token, { file, ...(description !== undefined && { description }) });
      expect(added.status).toBe(201);
      expect(added.body).not.toHaveProperty('description');
    }
  });

  test('is listed newest first, for its own order only', async () => {
    const ids: string[] = [];
    for (const name of ['first', 'second', 'third']) {
      app.clock.advance(1000);
      ids.unshift((await add(admin, name, 'x', orders.second)).id);
    }
    const found = (await list(admin, orders.second)).body as { id: string }[];
    expect(found.map(({ id }) => id)).toEqual(ids);
  });

  test('is listed in pages, each after the last file of the one before, also where files are of one instant', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 7; number += 1) {
      if (number % 3 === 0) app.clock.advance(1000);
      ids.push((await add(admin, `paper ${number}`, `${number}`, orders.second)).id);
    }
    const page = async (query: object) =>
      (await app.call(listAttachments, { token: admin.token, params: { id: orders.second }, query })).body as {
        id: string;
        createdAt: string;
      }[];
    const whole = await page({});
    expect(new Set(whole.slice(0, 7).map(({ id }) => id))).toEqual(new Set(ids));
    for (const limit of [1, 2, 3, 7]) {
      const read: typeof whole = [];
      for (;;) {
        const last = read.at(-1);
        const next = await page({ limit, ...(last && { before: last.createdAt, beforeId: last.id }) });
        if (next.length === 0) break;
        expect(next.length).toBeLessThanOrEqual(limit);
        read.push(...next);
      }
      expect(read).toEqual(whole);
    }
  });

  test('is listed with at most 99 others', async () => {
    const [{ id = '' } = {}] = (await list(admin, orders.second)).body as { id: string }[];
    const copy = `insert into attachments select (jsonb_populate_record(attachments, jsonb_build_object('id', gen_random_uuid()))).*
      from attachments, generate_series(1, 120) where id = $1`;
    await app.database.pool.query(copy, [id]);
    expect((await list(admin, orders.second)).body).toHaveLength(100);
    await app.database.pool.query(`delete from attachments where order_id = $1`, [orders.second]);
  });

  test.each([
    ['a limit above 100', { limit: 101 }],
    ['no limit', { limit: 0 }],
    ['an instant without the file', { before: '2026-03-02T08:15:00.340Z' }],
    ['a file without its instant', { beforeId: unknownId }],
  ])('is not listed with %s: 400', async (_what, query) => {
    const { status } = await app.call(listAttachments, {
      token: admin.token,
      params: { id: orders.second },
      query: query as object,
    });
    expect(status).toBe(400);
  });

  test('reports duplicate content on the same order, and accepts it', async () => {
    const name = 'the first of its bytes';
    expect(await add(admin, name, 'these bytes', orders.foreign)).not.toHaveProperty('duplicateOf');
    expect(await add(admin, 'again', 'these bytes', orders.foreign)).toMatchObject({ duplicateOf: name });
    expect(await add(admin, 'other bytes', 'those bytes', orders.foreign)).not.toHaveProperty('duplicateOf');
    expect(await add(admin, 'on another order', 'these bytes', orders.second)).not.toHaveProperty('duplicateOf');
    expect((await list(admin, orders.foreign)).body).toHaveLength(3);
  });

  test('is deleted permanently, including its bytes', async () => {
    const before = await stored();
    const { id } = await add(admin);
    expect(await stored()).toMatchObject({ files: before.files + 1, unclaimed: 0 });
    expect((await remove(admin, id)).status).toBe(200);
    expect(await stored()).toEqual(before);
    expect((await remove(admin, id)).status).toBe(404);
    expect((await download(admin, id)).status).toBe(404);
  });

  test('is found by an id in uppercase', async () => {
    const before = await stored();
    const { id } = await add(admin);
    expect(await (await download(admin, id.toUpperCase())).text()).toBe('some text');
    expect((await remove(admin, id.toUpperCase())).status).toBe(200);
    expect(await stored()).toEqual(before);
  });

  test('answers 404 if its bytes are missing in the storage', async () => {
    const { id } = await add(admin, 'lost.txt', 'lost', orders.second);
    for (const entry of await readdir(app.storageFolder)) {
      await rm(join(app.storageFolder, entry), { recursive: true });
    }
    const answer = await download(admin, id);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ statusCode: 404, message: 'The file is missing.' });
    expect((await remove(admin, id)).status).toBe(200);
  });
});

describe('rejected uploads', () => {
  const raw = (body: NonNullable<RequestInit['body']> | null, headers: Record<string, string> = {}) =>
    app.fetch(`/api/netsuite-sales-orders/${orders.first}/attachments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, ...headers },
      body,
    });

  test.each([
    ['no file', {}, 'file'],
    ['an empty file', { file: { name: 'empty.txt', content: '' } }, 'file'],
    ['two files', { file: [file, file] }, 'file'],
    ['a file in another field', { file: { ...file, field: 'attachment' } }, 'attachment'],
    ['a file in a field with a long name', { file: { ...file, field: 'x'.repeat(2048) } }, `${'x'.repeat(60)}…`],
    ['a description that is too long', { file, description: 'x'.repeat(2001) }, 'description'],
    ['a description beyond all measure', { file, description: 'x'.repeat(100_000) }, 'description'],
    ['a name that is too long', { file: { ...file, name: 'x'.repeat(256) } }, 'file'],
  ])('400: %s', async (_what, input, path) => {
    const before = await stored();
    const { status, body } = await upload(admin.token, input);
    expect({ status, details: body }).toMatchObject({ status: 400, details: { details: [{ path }] } });
    expect(await stored()).toEqual(before);
  });

  test('400: an invalid description after the file', async () => {
    const before = await stored();
    const form = new FormData();
    form.append('file', new Blob(['text']), 'a.txt');
    form.append('description', 'x'.repeat(2001));
    const response = await raw(form);
    checkAnswer(uploadAttachment, response.status, await response.json());
    expect(response.status).toBe(400);
    expect(await stored()).toEqual(before);
  });

  test('400: a truncated form', async () => {
    const before = await stored();
    const begun = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf';
    for (const body of ['', '--x--\r\n', begun, `${begun}\r\n--x`]) {
      const response = await raw(body, { 'content-type': 'multipart/form-data; boundary=x' });
      expect({ body, status: response.status }).toEqual({ body, status: 400 });
      await response.body?.cancel();
    }
    expect(await stored()).toEqual(before);
  });

  test('413 above the size limit, which the message names; 201 at the limit', async () => {
    const content = new Uint8Array(1024 ** 2);
    expect((await upload(admin.token, { file: { name: 'full', content } })).status).toBe(201);
    const before = await stored();
    const more = new Uint8Array(1024 ** 2 + 1);
    const { status, body } = await upload(admin.token, { file: { name: 'more', content: more } });
    expect({ status, message: body.message }).toEqual({ status: 413, message: expect.stringContaining('1 MB') });
    expect(await stored()).toEqual(before);
  });

  test('413 for a form that has as much besides its file', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await raw(`${'-'.repeat(500_000)}\r\n${part}`, headers)).status).toBe(201);
    expect((await raw(`${'-'.repeat(2_200_000)}\r\n${part}`, headers)).status).toBe(413);
  });

  test('413 far above the size limit, also while the file is still being sent', async () => {
    const content = new Uint8Array(40 * 1024 ** 2);
    for (let time = 0; time < 3; time += 1) {
      expect((await upload(admin.token, { file: { name: 'huge', content } })).status).toBe(413);
    }
    expect((await upload(admin.token, { file })).status).toBe(201);
  });

  test.each([
    ['JSON', '{}', 'application/json'],
    ['a plain text', 'text', 'text/plain'],
    ['nothing', null, undefined],
  ])('415: %s', async (_what, body, type) => {
    const response = await raw(body, type === undefined ? {} : { 'content-type': type });
    checkAnswer(uploadAttachment, response.status, await response.json());
    expect(response.status).toBe(415);
  });

  test('415: a form sent to an endpoint that accepts no form', async () => {
    const response = await app.fetch('/api/auth/login/initiate', { method: 'POST', body: new FormData() });
    expect(response.status).toBe(415);
  });
});

describe('error statuses of every endpoint', () => {
  const calls = [
    ['list', listAttachments, { params: { id: orders.first } }, { id: unknownOrder }, { id: 'x' }],
    ['download', downloadAttachment, { params: good }, { id: unknownId }, { id: 'x' }],
    ['delete', deleteAttachment, { params: good }, { id: unknownId }, { id: 'x' }],
  ] as const;

  test.each(calls)('%s: 400, 401, 403, 404', async (_name, endpoint, input, unknown, malformed) => {
    const status = async (token: string | undefined, params: { id: string }) =>
      (await app.call(endpoint, { ...(token !== undefined && { token }), params })).status;
    expect(await status(undefined, input.params)).toBe(401);
    expect(await status('wrong', input.params)).toBe(401);
    expect(await status(nobody.token, input.params)).toBe(403);
    expect(await status(admin.token, malformed)).toBe(400);
    expect(await status(admin.token, unknown)).toBe(404);
  });

  test('upload: 400, 401, 403, 404', async () => {
    const status = async (token: string | undefined, orderId: string) =>
      (await upload(token, { file, orderId })).status;
    expect(await status(undefined, orders.first)).toBe(401);
    expect(await status('wrong', orders.first)).toBe(401);
    expect(await status(nobody.token, orders.first)).toBe(403);
    expect(await status(admin.token, 'x')).toBe(400);
    expect(await status(admin.token, unknownOrder)).toBe(404);
  });
});
