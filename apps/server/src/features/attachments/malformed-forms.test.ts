import { uploadAttachment } from '@portal/contract/attachments';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { checkAnswer } from '../../testing/client.ts';
import { orders, startAttachmentApp } from './testing/attachment-app.ts';
import { formBytes } from './testing/raw-upload.ts';

const { app, list, stored } = await startAttachmentApp();
afterAll(app.close);
const admin = await app.signIn('admin');
const whole = formBytes('a.txt', Buffer.from('some text'), 'described');

async function send(body: Uint8Array<ArrayBuffer>, contentType = 'multipart/form-data; boundary=the-boundary') {
  const response = await app.fetch(`/api/netsuite-sales-orders/${orders.first}/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': contentType },
    body,
  });
  checkAnswer(uploadAttachment, response.status, await response.json());
  return response.status;
}

/** Changes, drops or inserts bytes anywhere in a valid form. */
const damage = fc.array(
  fc.record({
    at: fc.nat(whole.length - 1),
    drop: fc.nat(12),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom(
          '\r\n',
          '--the-boundary',
          '--the-boundary--',
          'name="',
          'name="__proto__"',
          ';',
          '"',
          'filename*=',
        )
        .map((text) => Buffer.from(text)),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

test('accepts a damaged form completely or rejects it with a clear error', async () => {
  const counts = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(damage, async (changes) => {
      let body = whole;
      for (const { at, drop, put } of changes) {
        body = Buffer.concat([body.subarray(0, at), put, body.subarray(at + drop)]);
      }
      const before = await stored();
      const status = await send(new Uint8Array(body));
      const more = status === 201 ? 1 : 0;
      counts[more === 1 ? 'taken' : 'refused'] += 1;
      expect(status === 201 || status === 400 || status === 413).toBe(true);
      const files = before.files + more;
      expect(await stored()).toEqual({ files, attachments: Number(before.attachments) + more, unclaimed: 0 });
    }),
    { numRuns: 300 },
  );
  // Both outcomes occurred.
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(10);
  expect((await list(admin)).body).toHaveLength(counts.taken);
});

test.each([
  ['without a boundary', 'multipart/form-data'],
  ['of another boundary', 'multipart/form-data; boundary=another'],
  ['with a boundary beyond measure', `multipart/form-data; boundary=${'b'.repeat(5000)}`],
])('rejects a form %s', async (_title, contentType) => {
  expect(await send(new Uint8Array(whole), contentType)).toBe(400);
});
