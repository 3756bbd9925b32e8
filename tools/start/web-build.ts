import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root, StartError } from './settings.ts';

export const webFolder = join(root, 'apps/web/dist');

/** Inputs of the web app's build. */
const sources = ['apps/web', 'packages/contract/src', 'package-lock.json'];
const notSources = new Set(['dist', 'node_modules']);

/** Builds the web app, unless the existing build is newer than all inputs. */
export async function buildWebApp(): Promise<void> {
  const built = await stat(join(webFolder, 'index.html')).catch(() => undefined);
  const newest = Math.max(...(await Promise.all(sources.map((path) => newestChange(join(root, path))))));
  if (built !== undefined && built.mtimeMs > newest) return;
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');
  const arguments_ = [vite, 'build', join(root, 'apps/web'), '--logLevel', 'error'];
  const child = spawn(process.execPath, arguments_, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new StartError('The web app could not be built.');
}

async function newestChange(path: string): Promise<number> {
  const found = await stat(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const names = (await readdir(path)).filter((name) => !notSources.has(name));
  return Math.max(0, ...(await Promise.all(names.map((name) => newestChange(join(path, name))))));
}
