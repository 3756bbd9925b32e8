import { parseArgs } from 'node:util';
import { readMemory, startChild } from './child-server.ts';
import { createDatabase, withPostgres } from './database.ts';
import { casesFor } from './list-cases.ts';
import type { ListServer, ListServerOrder } from './list-server.ts';
import { measure } from './load.ts';
import { describeMachine } from './machine.ts';
import { median, printTable } from './report.ts';
import { seedLists } from './seed-lists.ts';

/**
 * Whether the portal's memory stays flat under load: `node bench/memory.ts [--orders 100000] [--minutes 30]`. All the
 * work of bench/lists.ts in turn, over 8 connections; a table of five parts of that time, in Markdown.
 */
const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '100000' }, minutes: { type: 'string', default: '30' } },
});
const orders = Number(options.orders);
const end = Date.now() + Number(options.minutes) * 60_000;
const parts = 5;

console.log(`Machine: ${describeMachine()}\n`);
await withPostgres(async (postgres) => {
  const databaseUrl = await createDatabase(postgres, 'orders');
  await seedLists(databaseUrl, orders);
  const order: ListServerOrder = { kind: 'portal', databaseUrl };
  const portal = await startChild<ListServer>('list-server.ts', order);
  const seen: number[] = [];
  let works = 0;
  try {
    while (Date.now() < end) {
      for (const { paths, token } of casesFor(orders)) {
        const { perSecond } = await measure({
          url: portal.url,
          nextPaths: paths,
          tokens: portal.tokens[token],
          seconds: 1,
        });
        works += perSecond;
        seen.push(await readMemory(portal.url));
      }
    }
  } finally {
    await portal.stop();
  }
  const rows = Array.from({ length: parts }, (_, part) => {
    const length = Math.ceil(seen.length / parts);
    const inPart = seen.slice(part * length, (part + 1) * length);
    return [`${part + 1} of ${parts}`, ...[median(inPart), Math.max(...inPart)].map(inMebibytes)];
  });
  console.log(`${Math.round(works).toLocaleString('en')} pieces of work in ${options.minutes} minutes\n`);
  printTable(['part of the time', 'median MiB', 'most MiB'], rows);
});

function inMebibytes(bytes: number): string {
  return String(Math.round(bytes / 1024 ** 2));
}
