import { randomBytes } from 'node:crypto';
import { chmod, chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import type { Command, CommandInput } from './command.ts';

async function rotateKeys({ arguments: [file], options }: CommandInput): Promise<number> {
  if (file === undefined) throw new Error('Name the file of SERVER_KEY.');
  const keys = (await readFile(file, 'utf8')).trim().split('\n');
  const dropsOld = options['drop-old'] === true;
  const next = dropsOld ? keys.slice(0, 1) : [randomBytes(48).toString('base64'), ...keys].slice(0, 2);
  await replaceFile(file, `${next.join('\n')}\n`);
  console.log(dropsOld ? `${file} has only its newest key.` : `${file} has a new key and accepts the previous one.`);
  console.log('Restart all processes of the portal now.');
  return 0;
}

/** Replaces a file in one step, so that no crash leaves half a key; owner and mode stay. */
async function replaceFile(file: string, content: string): Promise<void> {
  const { mode, uid, gid } = await stat(file);
  const draft = `${file}.new`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  await chown(draft, uid, gid);
  await chmod(draft, mode);
  await rename(draft, file);
}

/** Commands for the server's keys. They need neither the database nor the portal's environment. */
export const keyCommands: Record<string, Command> = {
  'keys rotate': {
    usage: 'FILE [--drop-old]',
    summary: 'Put a new key before the key in the file of SERVER_KEY; --drop-old removes the previous one',
    options: { 'drop-old': { type: 'boolean' } },
    run: rotateKeys,
  },
};
