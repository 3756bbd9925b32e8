import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';

const folder = await mkdtemp(join(tmpdir(), 'order-portal-headers-'));
await mkdir(join(folder, 'assets'));
await writeFile(join(folder, 'index.html'), '<!doctype html><title>Order Portal</title>');
await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'export const text = "x";');
await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
const app = await startTestApp({ webFolder: folder, config: { publicUrl: 'https://portal.test.example' } });
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const ofTheApi: [string, string, RequestInit?][] = [
  ['a good answer', '/api/health'],
  ['a refusal of who is not signed in', '/api/auth/profile'],
  ['a refused body', '/api/auth/login/initiate', { method: 'POST' }],
  ['a call that does not exist', '/api/nothing'],
  ['a path that cannot be decoded', '/api/auth/sessions/%E0%A4%A'],
  ['an id that is too long', `/api/auth/sessions/${'x'.repeat(301)}`],
  ['the description of the API', '/api/openapi.json'],
  ['the metrics', '/metrics'],
  ['the metrics, to who may not read them', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
];
const ofTheWebApp: [string, string, RequestInit?][] = [
  ['the page', '/orders'],
  ['a script', '/assets/main-1a2b.js'],
  ['a picture', '/favicon.svg'],
  ['a script that is gone', '/assets/main-gone.js'],
  ['a method that is not read', '/orders', { method: 'POST' }],
];

describe.each([...ofTheApi, ...ofTheWebApp, ['the pages of the reference', '/api/docs/']])(
  'whatever is answered: %s',
  (_what, path, init?: RequestInit) => {
    test('forbids framing and sniffing, sends no referrer, and enforces HTTPS', async () => {
      const { headers } = await app.fetch(path, init);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('set-cookie')).toBeNull();
      const policy = headers.get('content-security-policy') ?? '';
      for (const directive of ["default-src '", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(directive);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    test('declares its content type, with a charset for text', async () => {
      const type = (await app.fetch(path, init)).headers.get('content-type') ?? '';
      expect(type).toMatch(
        /^(application\/json|text\/\w+|image\/svg\+xml|application\/javascript); ?.*charset=utf-8$/i,
      );
    });
  },
);

test.each(ofTheApi)('API responses are neither cached nor run: %s', async (_what, path, init) => {
  const { headers } = await app.fetch(path, init);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});
