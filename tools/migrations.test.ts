import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'apps/server/migrations';
/** Earlier migrations belong to the first releases, which were never run side by side. */
const firstChecked = '0037';

/** Statements that break a running process of the previous release. */
const contractions = [
  /\bdrop\s+(table|column|view|function|type)\b/i,
  /\bdrop\s+(?!constraint|default|not|trigger|index|identity|expression)(if\s+exists\s+)?\w+\s*[,;]/i,
  // No query names an index.
  /(?<!\balter\s+index\s+\w+\s+)\brename\b/i,
  /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
];

/** A sentence for each rule of "expand and contract" that a migration breaks; see CONTRIBUTING.md. */
function findContractions(sql: string, releases: string, name = ''): string[] {
  const since = /\.since-([\d.]+)\.sql$/.exec(name)?.[1];
  if (since !== undefined) return releases.includes(`## ${since}`) ? [] : [`CHANGELOG.md has no release ${since}.`];
  const statements = sql.replace(/--.*$/gm, '');
  return contractions.flatMap((rule) => rule.exec(statements)?.[0] ?? []);
}

const changelog = readFileSync('CHANGELOG.md', 'utf8');
const migrations = readdirSync(folder).filter((name) => name.endsWith('.sql') && name >= firstChecked);

test('migrations remove or rename only what the previous release no longer uses', () => {
  const broken = migrations.flatMap((name) =>
    findContractions(readFileSync(join(folder, name), 'utf8'), changelog, name).map((rule) => `${name}: ${rule}`),
  );
  expect(broken).toEqual([]);
});

test.each([
  'alter table users drop column full_name;',
  'alter table users drop full_name, drop email;',
  'drop table sessions;',
  'alter table users rename column email to address;',
  'alter table users alter column status type text;',
  'alter table users alter column full_name set not null;',
])('recognizes a statement that breaks the previous release: %s', (statement) => {
  expect(findContractions(statement, changelog)).toHaveLength(1);
  expect(findContractions(statement, changelog, '0050_x.since-1.0.0.sql')).toEqual([]);
  expect(findContractions(statement, changelog, '0050_x.since-9.9.9.sql')).toHaveLength(1);
});

test.each([
  'alter table users add column nickname text;',
  'alter table users drop constraint users_check; drop index users_email;',
  '-- drop table users\ncreate table drops (id bigint primary key);',
  'alter table users alter column status drop default;',
  'alter index new_email rename to users_email;',
])('accepts a statement that the previous release can live with: %s', (statement) => {
  expect(findContractions(statement, changelog)).toEqual([]);
});
