import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** Runs a command of `npm run portal` in its own process. `output` is what it printed, errors included. */
export function runCommand(
  words: readonly string[],
  environment: Record<string, string>,
  input = '',
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...words], { env: { ...process.env, ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
