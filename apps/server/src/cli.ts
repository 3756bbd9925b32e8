import { parseArgs } from 'node:util';
import { z } from 'zod';
import { accountCommands } from './commands/accounts.ts';
import { backupCommands } from './commands/backup.ts';
import { type Command, formatTable } from './commands/command.ts';
import { databaseCommands } from './commands/database.ts';
import { keyCommands } from './commands/keys.ts';
import { netsuiteCommands } from './commands/netsuite.ts';
import { seedCommands } from './commands/seed.ts';
import { storageCommands } from './commands/storage.ts';
import { ConfigError } from './config.ts';

const commands: Record<string, Command> = {
  ...netsuiteCommands,
  ...databaseCommands,
  ...backupCommands,
  ...storageCommands,
  ...seedCommands,
  ...keyCommands,
  ...accountCommands,
};

/** The command line for operators: `npm run portal -- netsuite check`. Returns the exit code. */
async function main(words: readonly string[]): Promise<number> {
  const [name, command] = Object.entries(commands).find(([name]) => isCalled(name, words)) ?? [];
  if (name === undefined || command === undefined) {
    const isHelp = words.length === 0 || words[0] === '--help' || words[0] === 'help';
    if (!isHelp) console.error(`There is no command "${words.join(' ')}".\n`);
    console.log(help());
    return isHelp ? 0 : 1;
  }
  const args = words.slice(name.split(' ').length);
  const options = { ...command.options, help: { type: 'boolean' as const } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help === true) {
    console.log(`npm run portal -- ${usageOf(name, command)}\n\n${command.summary}.`);
    return 0;
  }
  return command.run({ arguments: positionals, options: values as Record<string, string | boolean | undefined> });
}

function isCalled(name: string, words: readonly string[]): boolean {
  return name.split(' ').every((word, index) => words[index] === word);
}

function usageOf(name: string, { usage }: Command): string {
  return usage === undefined ? name : `${name} ${usage}`;
}

function help(): string {
  const rows = Object.entries(commands).map(([name, command]) => [`  ${usageOf(name, command)}`, command.summary]);
  return `npm run portal -- COMMAND\n\n${formatTable(rows)}\n\nCOMMAND --help describes one of them.`;
}

function describe(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.map(({ message }) => message).join('\n');
  if (error instanceof ConfigError) return error.lines.join('\n');
  return error instanceof Error ? error.message : String(error);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}
