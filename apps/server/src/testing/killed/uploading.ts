import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteAttachment, uploadAttachment } from '@portal/contract/attachments';
import { expect } from 'vitest';
import type { SignedIn, TestApp } from '../app.ts';
import { callEndpoint, checkAnswer } from '../client.ts';
import { countBy, untilKilled, type Work } from './work.ts';

type Asked = { name: string; sha256: string; isAnswered: boolean; removal: 'not asked' | 'asked' | 'answered' };

/** Uploads small and large files, and deletes every third one. */
export function createUploading(app: TestApp, { token }: SignedIn, orderIds: readonly string[]): Work {
  const { pool } = app.database;
  const all: Asked[] = [];

  async function upload(url: string, orderId: string, size: number): Promise<void> {
    const content = randomBytes(size);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const asked: Asked = { name: `file ${all.length}.bin`, sha256, isAnswered: false, removal: 'not asked' };
    const isToGo = all.push(asked) % 3 === 0;
    const form = new FormData();
    form.append('file', new Blob([content]), asked.name);
    const address = `${url}/api${uploadAttachment.path.replace('{id}', orderId)}`;
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(address, { method: 'POST', headers, body: form });
    const body = (await response.json()) as { id: string };
    checkAnswer(uploadAttachment, response.status, body);
    expect(response.status).toBe(201);
    asked.isAnswered = true;
    if (!isToGo) return;
    asked.removal = 'asked';
    const { status } = await callEndpoint(url, deleteAttachment, { token, params: { id: body.id } });
    expect(status).toBe(200);
    asked.removal = 'answered';
  }

  /** Hashes of the stored files, by file id. */
  async function readFiles(): Promise<[string, string][]> {
    const entries = await readdir(app.storageFolder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const hash = async (path: string) =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
    return Promise.all(
      files.map(async (file) => [file.name, await hash(join(file.parentPath, file.name))] as const),
    ).then((list) => list.map(([id, sha256]): [string, string] => [id, sha256]).sort());
  }

  async function check(): Promise<void> {
    const { rows } = await pool.query<{ id: string; name: string; sha256: string }>(
      `select id, original_name as name, encode(sha256, 'hex') as sha256 from attachments`,
    );
    expect(await readFiles()).toEqual(rows.map(({ id, sha256 }) => [id, sha256]).sort());
    expect((await pool.query('select from unclaimed_files')).rowCount).toBe(0);
    const lines = await pool.query<{ said: string }>(
      `select concat_ws(' ', action, coalesce(params ->> 'file', 'without a file')) as said from activity_log`,
    );
    const said = countBy(lines.rows.map((line) => line.said));
    const rowsOf = countBy(rows.map(({ name, sha256 }) => `${name} ${sha256}`));
    for (const { name, sha256, isAnswered, removal } of all) {
      const there = rowsOf(`${name} ${sha256}`);
      const [uploaded, deleted] = [said(`attachment-uploaded ${name}`), said(`attachment-deleted ${name}`)];
      expect([there, deleted], name).toEqual(uploaded === 0 ? [0, 0] : [1 - deleted, deleted]);
      expect(uploaded, name).toBeLessThanOrEqual(1);
      if (isAnswered) expect(uploaded, name).toBe(1);
      if (removal !== 'asked') expect(deleted, name).toBe(removal === 'answered' ? 1 : 0);
    }
    const names = new Set(all.map(({ name }) => name));
    expect(rows.filter(({ name }) => !names.has(name))).toEqual([]);
    expect(all.filter(({ isAnswered }) => isAnswered)).not.toEqual([]);
  }

  return {
    ask: async (url, onAnswer) => {
      await Promise.all(
        orderIds.map((orderId, index) =>
          untilKilled(() => upload(url, orderId, index === 0 ? 1_000_000 : 100), onAnswer),
        ),
      );
    },
    check,
  };
}
