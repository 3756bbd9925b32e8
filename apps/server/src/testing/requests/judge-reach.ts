import { readXlsx } from 'hucre/xlsx';
import { expect } from 'vitest';
import type { Caller } from '../access/callers.ts';
import type { Exchange } from './judge.ts';
import { customerOf, tagsIn } from './tagged-records.ts';
import type { World } from './world.ts';

/** Fails if a response reveals a company, a person or an order that the caller must not see. */
export async function judgeReach(world: World, { endpoint, caller, reply }: Exchange): Promise<void> {
  if (caller.role === 'admin' || (caller.role === 'member' && caller.customerId === null)) return;
  // Staff linked to a customer see only that customer's orders, but the whole log.
  if (caller.role === 'member' && endpoint.path === '/log') return;
  const text = await textOf(reply.contentType, reply.bytes);
  const orders = await world.ordersOf(caller);
  const isStaff = caller.role === 'member';
  const own = new Set(caller.isSignedIn && caller.customerId !== null ? [caller.customerId] : []);
  const customers = caller.role === 'customer_guest' ? new Set([...own, ...[...orders].map(customerOf)]) : own;
  const isInReach = ({ kind, id }: { kind: string; id: string }) => {
    if (kind === 'customer') return isStaff || customers.has(id);
    return orders.has(id) && (kind === 'order' || caller.role !== 'customer_guest');
  };
  expect(
    tagsIn(text).filter((tag) => !isInReach(tag)),
    'tags of what is out of reach',
  ).toEqual([]);
  if (isStaff) return;
  expect(peopleIn(world, text, caller), 'ids of people of other companies').toEqual([]);
  if (caller.role !== 'customer_admin' && endpoint.path.startsWith('/netsuite-customers')) {
    expect(text).not.toMatch(/1234[.,]5|"(overdueB|b)alance"/);
  }
}

/** Ids in a text of people who never belonged to the caller's company and are not staff who did something for it. */
function peopleIn({ companiesOf }: World, text: string, { customerId, user }: Caller): string[] {
  const ids = new Set(text.match(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g));
  return [...ids].filter((id) => {
    const companies = companiesOf.get(id);
    const isKnown = companies === undefined || id === user?.id || companies.has('staff');
    return !isKnown && !(customerId !== null && companies.has(customerId));
  });
}

async function textOf(contentType: string, bytes: Buffer): Promise<string> {
  if (!contentType.includes('spreadsheetml')) return bytes.toString();
  return JSON.stringify(await readXlsx(bytes));
}
