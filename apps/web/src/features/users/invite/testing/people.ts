import { roles } from '@portal/contract/permissions';
import type { Seen } from '#testing/serve-api.ts';

type Answer = { status?: number; body: unknown };

/** Group ids by type; the types are also the names. */
export const groups = {
  admin: '00000000-0000-4000-8000-000000000001',
  member: '00000000-0000-4000-8000-000000000002',
  customer_admin: '00000000-0000-4000-8000-000000000003',
  customer_member: '00000000-0000-4000-8000-000000000004',
  customer_guest: '00000000-0000-4000-8000-000000000005',
} as const;

export interface PeopleAnswers {
  customers?: { id: string; name: string; email?: string }[];
  invite?: (seen: Seen) => Answer | Promise<Answer>;
  list?: (seen: Seen) => Answer | Promise<Answer>;
}

const twoCustomers = [
  { id: '1', name: 'ACME', email: 'office@acme.example' },
  { id: '2', name: 'Globex' },
];

/** Simplified server search: one substring instead of words. `query` is a URL query string. */
export function findCustomers(customers: NonNullable<PeopleAnswers['customers']>, query: string) {
  const wanted = new URLSearchParams(query);
  const word = (wanted.get('search') ?? '').toLowerCase();
  return customers
    .filter(({ name, email = '' }) => `${name}\n${email}`.toLowerCase().includes(word))
    .slice(0, Number(wanted.get('limit') ?? 10_000));
}

/** Server responses for screens that invite people. */
export function people({ customers = twoCustomers, invite, list }: PeopleAnswers) {
  return {
    'GET /groups': () => ({ body: roles.map((type) => ({ id: groups[type], name: type, description: '', type })) }),
    'GET /users': () => ({ body: { data: [] } }),
    'GET /netsuite-customers/for-invitation': ({ query }: Seen) => ({ body: findCustomers(customers, query) }),
    ...(invite === undefined ? {} : { 'POST /customer-invitations/invite-user': invite }),
    ...(list === undefined ? {} : { 'POST /customer-invitations/list': list }),
  };
}
