import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import { ensureFirstAdministrator, recoverAdministrator } from '../features/auth/administrators.ts';
import { disableUser, enableUser, listAccounts } from '../features/users/disable-user.ts';
import { eraseUser } from '../features/users/erase-user.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';
import { type Command, type CommandInput, formatTable, withDatabase } from './command.ts';

const email = z.string('Name the email address.').toLowerCase().pipe(z.email('This is not an email address.'));
const newAdministrator = z.object({
  email,
  password: z
    .string()
    .min(8, 'The password must have at least 8 characters.')
    .max(128, 'The password must have at most 128 characters.'),
});

/** Reads the password from standard input, so that no shell history contains it. */
async function addAdministrator(
  { arguments: [address] }: CommandInput,
  add: (db: Database, account: z.infer<typeof newAdministrator>) => Promise<void>,
): Promise<number> {
  const input = createInterface({ input: process.stdin, output: process.stderr });
  // Without a line, the question is never answered.
  const password = await Promise.race([input.question('Password: '), once(input, 'close').then(() => '')]);
  input.close();
  const account = newAdministrator.parse({ email: address, password });
  await withDatabase(async ({ db }) => {
    await migrate(db);
    await add(db, account);
  });
  console.log(`${account.email} can sign in now.`);
  return 0;
}

async function listUsers(): Promise<number> {
  const accounts = await withDatabase(({ db }) => listAccounts(db, systemClock.now()));
  const rows = accounts.map(({ email, fullName, role, state }) => [email, fullName ?? '', role ?? '', state]);
  console.log(formatTable([['EMAIL', 'NAME', 'ROLE', 'STATE'], ...rows]));
  return 0;
}

/** Commands for users. */
export const accountCommands: Record<string, Command> = {
  'admin create': {
    usage: 'EMAIL',
    summary: 'Create the first administrator; asks for the password',
    run: (given) =>
      addAdministrator(given, async (db, account) => {
        if (await ensureFirstAdministrator(db, systemClock, account)) return;
        throw new Error('There is an administrator already. To add one or to set a new password: admin recover.');
      }),
  },
  'admin recover': {
    usage: 'EMAIL',
    summary: 'Make this address an administrator with a new password, also while there are others; asks for it',
    run: (given) => addAdministrator(given, (db, account) => recoverAdministrator(db, systemClock, account)),
  },
  'user list': { summary: 'List all users with their role and state', run: listUsers },
  'user disable': {
    usage: 'EMAIL',
    summary: 'Sign a user out everywhere and refuse further sign-ins',
    run: async ({ arguments: [address] }) => {
      const of = email.parse(address);
      await withDatabase(({ db }) => disableUser(db, systemClock, of));
      console.log(`${of} is disabled and signed out. To undo: user enable ${of}`);
      return 0;
    },
  },
  'user erase': {
    usage: 'EMAIL',
    summary: "Delete a user and replace its name and address by 'Deleted user' wherever the portal keeps them",
    run: async ({ arguments: [address] }) => {
      const of = email.parse(address);
      const entries = await withDatabase(({ db }) => eraseUser(db, systemClock, of));
      console.log(`The user is erased. Entries of the activity log that named it: ${entries}.`);
      return 0;
    },
  },
  'user enable': {
    usage: 'EMAIL',
    summary: 'Let a disabled user sign in again',
    run: async ({ arguments: [address] }) => {
      const of = email.parse(address);
      await withDatabase(({ db }) => enableUser(db, systemClock, of));
      console.log(`${of} can sign in again.`);
      return 0;
    },
  },
};
