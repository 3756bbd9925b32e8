import { type ActivityEntry, listActivity } from '@portal/contract/activity';
import { type Role, roles } from '@portal/contract/permissions';
import { type ActivityAction, activityActions } from '@portal/contract/values';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import type { Actor } from './record-activity.ts';
import { insertWorded, type WordedEntry } from './testing/worded-entry.ts';

/** Several customers, users of every role in and outside of them, and log entries with all combinations of them. */
type Person = SignedIn & { role: Role; customerId: string | null; name: string };

const app = await startTestApp();
afterAll(app.close);

const customers = ['1', '2', '3'];
const staff: readonly Role[] = ['admin', 'member'];
const people: Person[] = [];
const lines: WordedEntry[] = [];

beforeAll(async () => {
  for (const role of roles) {
    for (const customerId of [...customers, null]) {
      const name = `${role.slice(-5)} ${customerId ?? 'of none'}`;
      people.push({ ...(await app.signIn(role, { customerId, fullName: name })), role, customerId, name });
    }
  }
  const person = fc.constantFrom(...people).map(({ id, name, customerId }) => ({ id, name, customerId }));
  const order = fc.record({
    id: fc.constantFrom('10', '11'),
    name: fc.constant('an order'),
    customerId: fc.constantFrom(...customers, null),
  });
  const party = fc.option(fc.oneof(person, order), { nil: undefined });
  const line = fc.record({
    // Few distinct instants for many entries, so that most pages end between entries of the same instant.
    at: fc.integer({ min: 0, max: 12 }).map((hours) => new Date(Date.UTC(2026, 0, 1, hours * 7))),
    action: fc.constantFrom<ActivityAction[]>(...activityActions),
    actor: fc.option(person, { nil: undefined }),
    subject: party,
    administratorsOnly: fc.integer({ max: 9, min: 0 }).map((one) => one === 0),
  });
  for (const [index, { actor, subject, ...rest }] of fc.sample(line, { numRuns: 400, seed: 3 }).entries()) {
    lines.push({ ...rest, content: `line ${index}`, ...(actor && { actor }), ...(subject && { subject }) });
  }
  for (const one of lines) await insertWorded(app.database.db, one);
});

/** The visibility rules in plain TypeScript, without SQL and scopes. */
function sees(currentUser: Person, line: WordedEntry): boolean {
  if (currentUser.role === 'admin') return true;
  if (line.administratorsOnly) return false;
  if (currentUser.role === 'member') return true;
  if (currentUser.role === 'customer_guest') return [line.actor?.id, line.subject?.id].includes(currentUser.id);
  const owner = customerOf(line.subject) ?? customerOf(line.actor);
  return owner !== null && owner === currentUser.customerId;
}

function customerOf(party: Actor | undefined): string | null {
  const isStaff = people.some(({ id, role }) => id === party?.id && staff.includes(role));
  return isStaff ? null : (party?.customerId ?? null);
}

type Filter = { action?: ActivityAction; person?: string; from?: string; to?: string };

function passes({ action, person, from, to }: Filter, line: WordedEntry): boolean {
  const day = line.at.toISOString().slice(0, 10);
  if (action !== undefined && line.action !== action) return false;
  if (from !== undefined && day < from) return false;
  if (to !== undefined && day > to) return false;
  return person === undefined || line.actor?.id === person || (line.actor?.name.includes(person) ?? false);
}

/** Reads all pages, each starting after the last entry of the previous one. */
async function readAll(currentUser: Person, filter: Filter, limit: number): Promise<ActivityEntry[]> {
  const all: ActivityEntry[] = [];
  for (;;) {
    const last = all.at(-1);
    const query = { ...filter, limit, before: last?.createdDate, beforeId: last?.id };
    const { body } = await app.call(listActivity, { token: currentUser.token, query });
    const page: ActivityEntry[] = body.data;
    all.push(...page);
    expect(page.length).toBeLessThanOrEqual(limit);
    if (page.length < limit) return all;
  }
}

const sortedContents = (shown: { content: string }[]) => shown.map(({ content }) => content).toSorted();

test('every user sees exactly the entries in scope', async () => {
  for (const currentUser of people) {
    const expected = lines.filter((line) => sees(currentUser, line));
    expect(sortedContents(await readAll(currentUser, {}, 500)), currentUser.name).toEqual(sortedContents(expected));
  }
  const counts = people.map((currentUser) => lines.filter((line) => sees(currentUser, line)).length);
  // The entries distinguish the roles: most roles see many of them, users without a customer see none.
  expect(counts.filter((count) => count > 0 && count < lines.length).length).toBeGreaterThan(10);
});

test('pages of any size under any filter cover all entries, newest first, without gaps or duplicates', async () => {
  const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 1 });
  const day = fc.integer({ min: 1, max: 5 }).map((date) => `2026-01-0${date}`);
  const filters = fc.record({
    action: optional(fc.constantFrom<ActivityAction[]>(...activityActions)),
    person: optional(
      fc.oneof(
        fc.constantFrom(...people).map(({ id }) => id),
        fc.constantFrom('guest', 'member 2', ' of '),
      ),
    ),
    from: optional(day),
    to: optional(day),
  });
  const asked = fc.record({
    currentUser: fc.constantFrom(...people),
    filter: filters,
    limit: fc.integer({ min: 17, max: 90 }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ currentUser, filter, limit }) => {
      const present = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Filter;
      const found = await readAll(currentUser, present, limit);
      const expected = lines.filter((line) => sees(currentUser, line) && passes(present, line));
      expect(sortedContents(found)).toEqual(sortedContents(expected));
      const instants = found.map(({ createdDate }) => Date.parse(createdDate));
      expect(instants).toEqual(instants.toSorted((a, b) => b - a));
    }),
    { numRuns: 60 },
  );
});
