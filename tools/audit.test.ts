import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const cache = await mkdtemp(join(tmpdir(), 'audit-'));
afterAll(() => rm(cache, { recursive: true, force: true }));

/** Runs the audit against a registry that answers every request in this way. */
async function audit(status: number, answer: unknown): Promise<{ code: number | null; output: string }> {
  const registry = createServer((request, response) => {
    request.resume().once('end', () => {
      const isBulk = request.url?.includes('advisories/bulk');
      response.writeHead(isBulk ? status : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isBulk ? answer : {}));
    });
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    npm_config_fetch_retries: '0',
    npm_config_cache: cache,
  };
  const child = spawn(process.execPath, ['tools/audit.ts'], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  registry.closeAllConnections();
  registry.close();
  return { code, output };
}

test('npm run audit fails on a known vulnerability, passes without one, and says when nothing was checked', async () => {
  const advisory = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'Example',
    severity: 'high',
    vulnerable_versions: '*',
  };
  const found = await audit(200, { kysely: [advisory] });
  expect(found.output).toContain('high: kysely: Example (https://advisories.example/1)');
  expect(found.code).toBe(1);
  expect(await audit(200, {})).toEqual({ code: 0, output: 'Known vulnerabilities: 0.\n' });
  const silent = await audit(405, {});
  expect(silent.output).toContain('Nothing was checked');
  expect(silent.code).toBe(2);
});
