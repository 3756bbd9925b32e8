import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Launch options for Playwright and Vitest. */
export type ChromiumLaunch = {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
};

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
];

const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

/**
 * Browser for tests and screenshots: the one that CHROMIUM_PATH names, or the one installed by npm, which is unpacked
 * once into node_modules/.cache.
 */
export async function findChromium(): Promise<ChromiumLaunch> {
  const env = Object.fromEntries(Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])));
  const own = process.env.CHROMIUM_PATH;
  if (own !== undefined && own !== '') {
    if (!existsSync(own)) throw new Error(`CHROMIUM_PATH names no file: ${own}`);
    return { executablePath: own, args, env };
  }
  const folder = await unpacked();
  // A minimal system lacks the browser's libraries and fonts; the package includes both.
  env.LD_LIBRARY_PATH = [process.env.LD_LIBRARY_PATH, join(folder, 'al2023', 'lib')].filter(Boolean).join(':');
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_FILE = join(folder, 'fonts.conf');
  return { executablePath: join(folder, 'chromium'), args, env };
}

async function unpacked(): Promise<string> {
  const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'chromium-'));
  try {
    await unpackInto(staging, join(packageFolder, 'bin'));
    await writeFile(join(staging, 'fonts.conf'), `<fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>\n`);
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process may have unpacked it in the meantime.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The package unpacks only into the temporary folder, so set that to our folder. */
async function unpackInto(staging: string, source: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium');
  const before = process.env.TMPDIR;
  process.env.TMPDIR = staging;
  try {
    await Promise.all(archives.map((name) => inflate(join(source, name))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
