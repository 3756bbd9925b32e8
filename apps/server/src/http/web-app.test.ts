import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';

const inlineScript = 'document.documentElement.dataset.theme = "dark"';
const page = `<!doctype html><script>${inlineScript}</script><script type="module" src="/assets/main-1a2b.js"></script>`;
const folder = await mkdtemp(join(tmpdir(), 'order-portal-web-'));
await mkdir(join(folder, 'assets'));
await mkdir(join(folder, '.vite'));
await writeFile(join(folder, 'index.html'), page);
await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
await writeFile(join(folder, 'assets', 'main-1a2b.js'), `export const text = '${'x'.repeat(5000)}';`);
const laidDown = 'export const text = "as the build has laid it down";';
await writeFile(join(folder, 'assets', 'page-3c4d.js'), 'export const text = "plain";');
await writeFile(join(folder, 'assets', 'page-3c4d.js.br'), brotliCompressSync(laidDown));
await writeFile(join(folder, '.vite', 'manifest.json'), '{"secret": true}');
const app = await startTestApp({ webFolder: folder, config: { publicUrl: 'https://portal.test.example' } });
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('the web app', () => {
  test.each(['/', '/orders?page=2', '/nowhere/at/all', '/login', '/.vite/manifest.json', '/..%2f..%2f..%2fetc/passwd'])(
    '%s shows its page, always fresh',
    async (path) => {
      const response = await app.fetch(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toBe(page);
    },
  );

  test('hashed files are cached permanently and compressed', async () => {
    const response = await app.fetch('/assets/main-1a2b.js', { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(await response.text()).toContain('xxxx');
  });

  test('serves precompressed files to clients that accept them', async () => {
    const path = '/assets/page-3c4d.js';
    const response = await app.fetch(path, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(await response.text()).toBe(laidDown);
    const plain = await app.fetch(path, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toContain('plain');
  });

  test('a missing hashed file is a 404 instead of the page', async () => {
    const response = await app.fetch('/assets/main-gone.js');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ statusCode: 404 });
  });

  test('serves hashed files of a build made after the start', async () => {
    await writeFile(join(folder, 'assets', 'main-newer.js'), 'new');
    expect(await (await app.fetch('/assets/main-newer.js')).text()).toBe('new');
    expect((await app.fetch('/assets/..%2findex.html')).status).toBe(403);
  });

  test('answers 404 to methods other than GET and HEAD', async () => {
    expect((await app.fetch('/orders', { method: 'POST' })).status).toBe(404);
  });

  test('an unknown API route does not return the page', async () => {
    const response = await app.fetch('/api/nothing');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: 'Route not found' });
  });

  test('allows only its own scripts, inline ones by their hash', async () => {
    const policy = (await app.fetch('/')).headers.get('content-security-policy') ?? '';
    const hash = createHash('sha256').update(inlineScript).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  });

  test('displays fetched bytes as images and PDFs without running them', async () => {
    const policy = (await app.fetch('/')).headers.get('content-security-policy') ?? '';
    const directives = policy.split(';').map((directive) => directive.trim());
    const withBlob = directives.filter((directive) => directive.includes('blob:'));
    expect(withBlob).toEqual(["img-src 'self' blob:", 'object-src blob:', 'frame-src blob:']);
  });

  test('enforces HTTPS when served by HTTPS', async () => {
    expect((await app.fetch('/')).headers.get('strict-transport-security')).toContain('max-age=');
  });
});
