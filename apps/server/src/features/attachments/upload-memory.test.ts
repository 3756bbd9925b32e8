import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { UploadedAttachment } from '@portal/contract/attachments';
import { afterAll, expect, test } from 'vitest';
import type { Config } from '../../config.ts';
import { forkPortal } from '../../testing/fork-portal.ts';
import { startTestStore } from '../../testing/store.ts';
import { orders, startAttachmentApp } from './testing/attachment-app.ts';
import { formBytes } from './testing/raw-upload.ts';

const store = await startTestStore();
const here = await startAttachmentApp();
afterAll(async () => {
  await here.app.close();
  await store.close();
});

const megabyte = 1024 ** 2;
const metricsToken = 'a token for this test alone';

/** Collects garbage often: by default, garbage alone took 30 to 90 MB, whatever the size of the file. */
const nodeOptions = ['--max-semi-space-size=2'];

/** Resident memory of a portal in its own process, in bytes: current, and the peak during an action. */
function createGauge(url: string) {
  const read = async () => {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    const line = /^process_resident_memory_bytes (\S+)$/m.exec(await response.text());
    return Number(line?.[1]);
  };
  async function highest(work: Promise<unknown>): Promise<number> {
    let most = await read();
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      most = Math.max(most, await read());
      await Promise.race([delay(20), done]);
    }
    await done;
    return Math.max(most, await read());
  }
  return { read, highest };
}

/** A form with this many different megabytes, generated while it is sent. */
async function* largeForm(megabytes: number, hash: ReturnType<typeof createHash>) {
  const [before, after] = formBytes('large.bin', Buffer.from('|'), 'large').toString('latin1').split('|');
  const noise = randomBytes(megabyte);
  yield Buffer.from(before ?? '', 'latin1');
  for (let number = 0; number < megabytes; number += 1) {
    noise.writeUInt32BE(number);
    hash.update(noise);
    yield Buffer.from(noise);
  }
  yield Buffer.from(after ?? '', 'latin1');
}

/**
 * A portal that buffered the whole file for upload or download would use at least its size. Expected are only socket
 * and file buffers, and two 5 MB parts for a bucket; the rest of the bound is memory that the runtime allocates before
 * garbage collection.
 */
test.each([
  ['a folder', undefined],
  ['a bucket', store.target],
])('uploads and downloads a file of 200 MB with %s while memory grows by less than 80 MB', async (_place, target) => {
  const { app } = here;
  const admin = await app.signIn('admin');
  const config = app.portal.dependencies.config as Config;
  const portal = await forkPortal(
    {
      ...config,
      metricsToken,
      attachmentMaxBytes: 250 * megabyte,
      ...(target === undefined ? {} : { storage: target }),
    },
    nodeOptions,
  );
  const url = `${portal.url}/api/netsuite-sales-orders`;
  const authorization = `Bearer ${admin.token}`;
  const sent = createHash('sha256');
  const upload = async (megabytes: number, hash: ReturnType<typeof createHash>) => {
    const length = formBytes('large.bin', Buffer.alloc(0), 'large').length + megabytes * megabyte;
    const headers = {
      authorization,
      'content-type': 'multipart/form-data; boundary=the-boundary',
      'content-length': length,
    };
    const sending = request(`${url}/${orders.first}/attachments`, { method: 'POST', headers });
    const [[response]] = await Promise.all([once(sending, 'response'), pipeline(largeForm(megabytes, hash), sending)]);
    expect(response.statusCode).toBe(201);
    return JSON.parse(await text(response)) as UploadedAttachment;
  };
  const download = async (id: string) => {
    const response = await fetch(`${url}/attachments/${id}`, { headers: { authorization } });
    const received = createHash('sha256');
    for await (const chunk of response.body ?? []) received.update(chunk);
    return received.digest('hex');
  };
  try {
    const gauge = createGauge(portal.url);
    // Warm-up: loads and compiles code once.
    await download((await upload(20, createHash('sha256'))).id);
    const before = await gauge.read();
    expect(before).toBeGreaterThan(0);
    const uploading = upload(200, sent);
    expect((await gauge.highest(uploading)) - before).toBeLessThan(80 * megabyte);
    const { id, size } = await uploading;
    expect(size).toBe(200 * megabyte);
    const downloading = download(id);
    expect((await gauge.highest(downloading)) - before).toBeLessThan(80 * megabyte);
    expect(await downloading).toBe(sent.digest('hex'));
  } finally {
    await portal.kill();
  }
});
