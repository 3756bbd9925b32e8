import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { startAttachmentApp } from './testing/attachment-app.ts';

const { app, add, download, list } = await startAttachmentApp();
afterAll(app.close);
const admin = await app.signIn('admin');

/** File name that a browser uses for saving, from either form of the header (RFC 6266). */
function savedAs(header: string | null) {
  const parameters =
    /^attachment; filename=(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]+))(?:; filename\*=UTF-8''([\w!#$&+.^`|~%-]+))?$/;
  const [, quoted, token, encoded] = parameters.exec(header ?? '') ?? [];
  const plain = quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
  return { plain, full: encoded === undefined ? plain : decodeURIComponent(encoded) };
}

async function roundTrip(name: string) {
  const added = await add(admin, name);
  const answer = await download(admin, added.id);
  await answer.body?.cancel();
  return { shown: added.originalName, ...savedAs(answer.headers.get('content-disposition')) };
}

describe('preserves file names exactly', () => {
  test.each([
    'invoice.pdf',
    'Überweisung – März (Kopie).pdf',
    '納品書 二〇二六.pdf',
    'فاتورة شراء.pdf',
    'חשבונית.pdf',
    'ใบแจ้งหนี้.pdf',
    'чек №5; "срочно"; 100%.txt',
    "l'été & l'hiver = 1+1 #2 ~ ^ `x` {y} [z] | *.txt",
    'family \u{1F468}\u200D\u{1F469}\u200D\u{1F467}.png',
    'e\u0301te\u0301.txt',
    '.hidden',
    'no extension',
    `${'x'.repeat(251)}.txt`,
    '字'.repeat(255),
    '\u{1F4E6}'.repeat(255),
  ])('%s', async (name) => {
    expect(await roundTrip(name)).toMatchObject({ shown: name, full: name });
  });

  test('produces a valid header for any name', async () => {
    const character = fc.oneof(
      fc.constantFrom(...'"\\;=%\'*,.()<>@:?[]{}| '),
      fc.string({ unit: 'grapheme', maxLength: 1 }),
    );
    const anyName = fc.array(character, { minLength: 1, maxLength: 40 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(anyName, async (name) => {
        const { shown, plain, full } = await roundTrip(name);
        expect(plain).toMatch(/^[\x20-\x7e]+$/);
        expect(full).toBe(shown);
        expect(shown).not.toBe('');
        expect(shown).not.toMatch(/[\p{Cc}/\\]/u);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\plan.pdf', 'plan.pdf'],
    ['a\u0000b\u0007\u009fc.txt', 'abc.txt'],
    ['line\r\nSet-Cookie: x.txt', 'lineSet-Cookie: x.txt'],
    // Would read as "invoice-exe.pdf".
    ['invoice-\u202Efdp.exe', 'invoice-fdp.exe'],
  ])('removes folders and invisible characters: %j', async (name, kept) => {
    expect(await roundTrip(name)).toMatchObject({ shown: kept, full: kept });
  });

  test.each(['', ' ', '..', '.', '\u0007', 'folder/'])('uses a default name when nothing remains: %j', async (name) => {
    expect((await roundTrip(name)).shown).toMatch(/^\w+$/);
  });
});

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154', 'hex');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** A ZIP of one file, by hand. */
function zip(name: string, text: string): Buffer {
  const data = deflateRawSync(text);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt32LE(Buffer.byteLength(text), 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), data]);
}

describe('serves every file as a download', () => {
  test.each<[string, string | Buffer, string]>([
    ['text.html', '<!doctype html><script>alert(1)</script>', 'text/plain'],
    ['drawing.svg', svg, 'text/plain'],
    ['drawing.png', `<?xml version="1.0"?>${svg}`, 'application/xml'],
    ['text.txt', 'naïve text', 'text/plain'],
    ['picture.html', png, 'image/png'],
    ['picture-and-page.html', Buffer.concat([png, Buffer.from(svg)]), 'image/png'],
    ['GIFAR.gif', Buffer.concat([Buffer.from('GIF89a/*'), zip('a.class', 'x')]), 'image/gif'],
    ['document.pdf', '%PDF-1.7\n<script>alert(1)</script>', 'application/pdf'],
    ['archive.txt', zip('a.txt', 'some text'), 'application/zip'],
    ['script.js', 'alert(1)', 'text/plain'],
    ['noise.txt', Buffer.from([0, 1, 2, 255, 254, 0, 7]), 'application/octet-stream'],
    ['latin1.txt', Buffer.from('caf\u00e9 cr\u00e8me', 'latin1'), 'application/octet-stream'],
  ])('%s', async (name, content, type) => {
    const bytes = new Uint8Array(Buffer.from(content));
    const { id } = await add(admin, name, bytes);
    const answer = await download(admin, id);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    // Text has an explicit charset, so that browsers do not guess it.
    expect(answer.headers.get('content-type')).toBe(type === 'text/plain' ? 'text/plain; charset=utf-8' : type);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  test('does not compress long text files, whatever the client accepts', async () => {
    const { id } = await add(admin, 'long.txt', 'text '.repeat(10_000));
    const answer = await app.fetch(`/api/netsuite-sales-orders/attachments/${id}`, {
      headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'br, gzip' },
    });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect((await answer.arrayBuffer()).byteLength).toBe(50_000);
  });
});

test('lists and downloads use the same file names', async () => {
  const { id, originalName } = await add(admin, '納品書 "二".pdf');
  const found = (await list(admin)).body as { id: string; originalName: string }[];
  expect(found.find((entry) => entry.id === id)?.originalName).toBe(originalName);
});
