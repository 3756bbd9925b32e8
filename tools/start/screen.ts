import { relative } from 'node:path';
import { demoPassword, demoUsers } from '../../apps/server/src/features/users/demo-users.ts';
import type { DemoResult } from './demo.ts';
import type { StartSettings } from './settings.ts';

/** The summary printed after a start. */
export function startScreen(settings: StartSettings, demo: DemoResult): string {
  const inbox = settings.mail === undefined ? 'your own mail server' : `http://localhost:${settings.mail.inboxPort}`;
  const source =
    settings.sandbox === undefined ? 'NetSuite' : `the NetSuite sandbox, http://127.0.0.1:${settings.sandbox.port}`;
  const count = (number: number) => number.toLocaleString('en-CA');
  const folder = relative(process.cwd(), settings.dataFolder);
  const lines = [
    '',
    '  Order Portal is up.',
    '',
    `  Portal   ${settings.publicUrl}`,
    `  Inbox    ${inbox}  (the one-time codes arrive here)`,
    `  API      ${settings.publicUrl}/api/docs`,
    '',
    `  Sign in with the password ${demoPassword} as`,
    ...demo.users.map(({ email, about }) => `    ${email.padEnd(26)} ${about}`),
    ...(demo.customerName === undefined ? [] : [`  Customer of the last three: ${demo.customerName}`]),
    ...missingUsers(demo),
    '',
    `  ${count(demo.orders)} orders and ${count(demo.customers)} customers from ${source}`,
    ...(demo.problem === undefined ? [] : [`  The first sync did not succeed: ${demo.problem}`]),
    `  Everything is kept in ${folder.startsWith('..') ? settings.dataFolder : folder}. Ctrl-C stops it all.`,
    '',
  ];
  return lines.join('\n');
}

/** Lists the demo users that do not exist, with the reason. */
function missingUsers({ users, problem }: DemoResult): string[] {
  const missing = demoUsers.filter((user) => !users.includes(user));
  if (missing.length === 0) return [];
  const reason = problem === undefined ? 'the account has no customers' : 'no customers have been synced';
  return [`  Not created, because ${reason}: ${missing.map(({ email }) => email).join(', ')}`];
}
