import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

/*
 * Runs a script of netsuite-scripts/ as NetSuite would: in its own process, since https.post blocks, with the parts of
 * the SuiteScript modules that the scripts use. Reads a `ScriptRun` from standard input and prints a `ScriptResult`.
 */

export type ScriptRun = {
  /** File name in the File Cabinet folder. */
  script: string;
  entryPoint: string;
  /** Arguments of each call, one after the other. */
  calls: unknown[];
  /** Where the host of the settings' URL really is. */
  origin: string;
  /** API secrets by their ids. */
  secrets: Record<string, string>;
  /** Time limit of a post; N/https has 5 seconds to connect and 45 to send (https.post in the help). */
  timeoutMs: number;
};
export type ScriptResult = { logged: string[]; posts: number };

const folder = new URL(
  '../../../../../../netsuite-scripts/src/FileCabinet/SuiteScripts/order-portal/',
  import.meta.url,
);
const run: ScriptRun = JSON.parse(readFileSync(0, 'utf8'));
const result: ScriptResult = { logged: [], posts: 0 };
const cached = new Map<string, string>();

function failure(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

const modules: Record<string, unknown> = {
  'N/https': {
    post({ url, headers, body }: { url: string; headers: Record<string, string>; body: string }) {
      result.posts += 1;
      if (!url.startsWith('https://')) throw failure('SSS_INVALID_URL', 'The URL must be a fully qualified HTTPS URL.');
      const target = new URL(new URL(url).pathname, run.origin).href;
      const sent = JSON.stringify({ target, headers, body });
      const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', post], {
        input: sent,
        encoding: 'utf8',
        timeout: run.timeoutMs,
      });
      if (status !== 0)
        throw failure('SSS_REQUEST_TIME_EXCEEDED', 'The host you are trying to connect to is not responding.');
      return JSON.parse(stdout);
    },
  },
  'N/crypto': {
    HashAlg: { SHA256: 'SHA256' },
    createSecretKey({ secret, encoding }: { secret: string; encoding: string }) {
      const value = run.secrets[secret];
      if (value === undefined || encoding !== 'UTF_8') throw failure('INVALID_SECRET', 'The secret is not available.');
      return { value };
    },
    createHmac({ key }: { algorithm: 'SHA256'; key: { value: string } }) {
      const hmac = createHmac('sha256', key.value);
      return {
        update: ({ input }: { input: string }) => void hmac.update(input, 'utf8'),
        // Seen in the field: the digits come in upper case.
        digest: () => hmac.digest('hex').toUpperCase(),
      };
    },
  },
  'N/encode': { Encoding: { UTF_8: 'UTF_8', HEX: 'HEX' } },
  'N/cache': {
    Scope: { PRIVATE: 'PRIVATE' },
    getCache: () => ({
      get: ({ key }: { key: string }) => cached.get(key) ?? null,
      put({ key, value, ttl }: { key: string; value: string; ttl: number }) {
        if (ttl < 300) throw failure('SSS_INVALID_TTL', 'The minimum is 300 seconds.');
        cached.set(key, value);
      },
    }),
  },
  'N/log': {
    error: ({ title, details }: { title: string; details: Error }) =>
      void result.logged.push(`${title}: ${details.message}`),
  },
};
const post = `
  import { readFileSync } from 'node:fs';
  const { target, headers, body } = JSON.parse(readFileSync(0, 'utf8'));
  const response = await fetch(target, { method: 'POST', headers, body });
  process.stdout.write(JSON.stringify({ code: response.status, body: await response.text() }));`;

/** Loads an AMD module: one of NetSuite's, or a file beside the script. */
function load(name: string): unknown {
  if (name.startsWith('N/')) {
    if (!(name in modules)) throw new Error(`The host has no module ${name}.`);
    return modules[name];
  }
  let exported: unknown;
  const define = (names: string[], factory: (...dependencies: unknown[]) => unknown) => {
    exported = factory(...names.map(load));
  };
  const file = new URL(`${name}.js`, folder);
  vm.runInNewContext(readFileSync(file, 'utf8'), { define }, { filename: file.pathname });
  return exported;
}

const entryPoints = load(`./${run.script}`) as Record<string, (context: unknown) => unknown>;
for (const call of run.calls) await entryPoints[run.entryPoint]?.(call);
process.stdout.write(JSON.stringify(result));
