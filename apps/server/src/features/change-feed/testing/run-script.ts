import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ScriptResult, ScriptRun } from './script-host.ts';

const host = fileURLToPath(new URL('./script-host.ts', import.meta.url));

/** Runs a script of netsuite-scripts/. Rejects if the script throws; NetSuite would show the error to the user who saves. */
export async function runScript(run: ScriptRun): Promise<ScriptResult> {
  const child = spawn(process.execPath, [host], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(JSON.stringify(run));
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`The script ended with ${code}: ${errors}`);
  return JSON.parse(output);
}
