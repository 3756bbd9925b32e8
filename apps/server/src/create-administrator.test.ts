import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from './testing/database.ts';

const { url, database, drop } = await createTestDatabase();
afterAll(drop);

function run(email: string, password: string, databaseUrl = url): Promise<{ code: number | null; output: string }> {
  const program = fileURLToPath(new URL('./create-administrator.ts', import.meta.url));
  const child = spawn(process.execPath, [program, email], { env: { ...process.env, DATABASE_URL: databaseUrl } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.stdin.end(`${password}\n`);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

test('rejects invalid input, then creates one administrator', async () => {
  const refused = await run('not an address', 'short', '');
  expect(refused.code).toBe(1);
  for (const line of ['email address', 'at least 8 characters']) expect(refused.output).toContain(line);

  const made = await run('Ada@Test.Example', 'correct horse battery');
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('ada@test.example can sign in now.') });
  expect(made.output).not.toContain('correct horse');

  const again = await run('bob@test.example', 'correct horse battery');
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('There is an administrator already.') });
  const users = await database.db.selectFrom('users').select(['email', 'status']).execute();
  expect(users).toEqual([{ email: 'ada@test.example', status: 1 }]);
});
