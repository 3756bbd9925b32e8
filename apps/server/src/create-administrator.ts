/**
 * Creates the first administrator: `node apps/server/src/create-administrator.ts ada@example.com`. Reads the password
 * from standard input, so that no shell history contains it, and uses the database of DATABASE_URL.
 */
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import { ensureFirstAdministrator } from './features/auth/administrators.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { migrate } from './platform/migrate.ts';
import { runAsMaintenance } from './platform/workload.ts';

const account = z.object({
  databaseUrl: z.string('DATABASE_URL is required.').min(1),
  email: z
    .string('Name the email address of the administrator.')
    .toLowerCase()
    .pipe(z.email('This is not an email address.')),
  password: z
    .string()
    .min(8, 'The password must have at least 8 characters.')
    .max(128, 'The password must have at most 128 characters.'),
});

async function createAdministrator(): Promise<string> {
  const input = createInterface({ input: process.stdin, output: process.stderr });
  const password = await input.question('Password: ');
  input.close();
  const { databaseUrl, email, ...secret } = account.parse({
    databaseUrl: process.env.DATABASE_URL,
    email: process.argv[2],
    password,
  });
  const database = openDatabase({ url: databaseUrl, maxConnections: 3 });
  try {
    await runAsMaintenance(() => migrate(database.db));
    const made = await ensureFirstAdministrator(database.db, systemClock, { email, password: secret.password });
    if (!made) throw new Error('There is an administrator already.');
    return `${email} can sign in now.`;
  } finally {
    await database.close();
  }
}

try {
  console.log(await createAdministrator());
} catch (error) {
  if (error instanceof z.ZodError) for (const issue of error.issues) console.error(issue.message);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
