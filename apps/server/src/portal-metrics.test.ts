import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import type { Config } from './config.ts';
import { createJobQueue, type JobKind } from './jobs/queue.ts';
import { minuteMs } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { createLogger } from './platform/log.ts';
import { startTestApp } from './testing/app.ts';
import { startTestInbox } from './testing/mail.ts';
import { beginSignIn } from './testing/sign-in.ts';

const inbox = await startTestInbox();
const app = await startTestApp({ config: { smtpUrl: inbox.smtpUrl } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});
const scrape = async () => (await app.fetch('/metrics')).text();
const readValue = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  );

/** Names of metrics in a PromQL expression: those with an underscore that are neither functions nor labels. */
function metricsIn(expression: string): string[] {
  const plain = expression.replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, '');
  const names = [...plain.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\s*\()/g)].map(([name]) => name);
  return names.map((name) => name.replace(/_(bucket|count|sum)$/, ''));
}

test('/metrics has each metric that the alerts and the dashboard name', async () => {
  const alerts = await readFile('deploy/alerts.yaml', 'utf8');
  const rules = [...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression);
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
    await readFile('deploy/grafana-dashboard.json', 'utf8'),
  );
  const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const text = await scrape();
  const present = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
  const named = [...rules, ...panels].flatMap(metricsIn);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !present.has(name))).toEqual([]);
});

test('the operations guide has a remedy for each alert, and no others', async () => {
  const alerts = [...(await readFile('deploy/alerts.yaml', 'utf8')).matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const guide = (await readFile('docs/operations.md', 'utf8')).split('### Alerts')[1]?.split('\n## ')[0] ?? '';
  expect([...guide.matchAll(/^\| ([A-Z]\w+) \| \S/gm)].map(([, name]) => name)).toEqual(alerts);
});

test('/metrics counts mails and shows jobs that are due, connections and readiness', async () => {
  const { email } = await app.createUser({ role: 'member', password: 'correct horse battery' });
  await beginSignIn(app, email, 'correct horse battery');
  await inbox.mailsTo(email);
  await expect.poll(async () => readValue(await scrape(), 'mail_attempts_total{outcome="sent"}')).toBe(1);
  const { databaseUrl: url } = app.portal.dependencies.config as Config;
  const kind: JobKind<object> = { name: 'unserved', options: { retryLimit: 0 } };
  const queue = createJobQueue({ url, log: createLogger('silent'), kinds: [kind] });
  await queue.start([]);
  await queue.enqueue(app.database.db, kind, {}, { startAfter: new Date(Date.now() - 10 * minuteMs) });
  await queue.stop();
  const text = await scrape();
  expect(readValue(text, 'jobs_due{queue="unserved"}')).toBe(1);
  expect(readValue(text, 'jobs_oldest_due_seconds{queue="unserved"}')).toBeGreaterThanOrEqual(600);
  expect(readValue(text, 'portal_ready')).toBe(1);
  expect(readValue(text, 'database_connections_max')).toBe(9);
  expect(readValue(text, 'database_size_bytes')).toBeGreaterThan(1e6);
});

test('the pool reports callers that wait for a connection', async () => {
  const { databaseUrl: url } = app.portal.dependencies.config as Config;
  const { pool, close } = openDatabase({ url, maxConnections: 2 });
  const first = await pool.connect();
  const second = pool.connect();
  expect(pool.waitingCount).toBe(1);
  first.release();
  (await second).release();
  expect(pool.waitingCount).toBe(0);
  await close();
});
