import type { EndpointDefinition } from '@portal/contract/endpoint';
import { deleteGuestUser } from '@portal/contract/invitations';
import type { Role } from '@portal/contract/permissions';
import { deleteUser, setUserPassword, updateUser } from '@portal/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startTestApp } from '../../testing/app.ts';
import { findGroupIds } from './testing/people.ts';

const app = await startTestApp();
afterAll(app.close);
const groups = await findGroupIds(app.database.db);

const callers: Record<string, SignedIn> = {};
beforeAll(async () => {
  callers.admin = await app.signIn('admin');
  callers.member = await app.signIn('member');
  callers['company admin'] = await app.signIn('customer_admin');
  callers['company admin of none'] = await app.signIn('customer_admin', { customerId: null });
  callers['company member'] = await app.signIn('customer_member');
  callers.guest = await app.signIn('customer_guest');
  callers.nobody = await app.signIn(null, { customerId: '1' });
  await app.database.db.insertInto('customers').values({ id: '1', company_name: 'Alpha' }).execute();
});

/** Target users: of company 1, which the customer-side callers belong to, and all others. */
const targets: Record<string, { role: Role | null; customerId: string | null }> = {
  own: { role: 'customer_guest', customerId: '1' },
  foreign: { role: 'customer_guest', customerId: '2' },
  staff: { role: 'member', customerId: null },
  'own staff': { role: 'member', customerId: '1' },
  'in no group': { role: null, customerId: '1' },
};

const bodies: [EndpointDefinition, object | undefined][] = [
  [updateUser, { email: 'x', fullName: 'Y', groupId: groups.customer_guest, customerNetsuiteId: '1' }],
  [deleteUser, undefined],
  [setUserPassword, { password: 'an unlikely phrase' }],
  [deleteGuestUser, undefined],
];

describe.each(bodies.map(([endpoint, body]) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint, body })))(
  '$name',
  ({ endpoint, body }) => {
    const attempt = async (caller: string, target: string) => {
      const user = await app.createUser(targets[target] ?? { role: null });
      const sent = body === undefined ? {} : { body: { ...body, email: user.email } };
      const token = callers[caller]?.token ?? '';
      return (await app.call<EndpointDefinition>(endpoint, { token, params: { id: user.id }, ...sent })).status;
    };
    const statusesOf = async (caller: string) => {
      const statuses: number[] = [];
      for (const target of Object.keys(targets)) statuses.push(await attempt(caller, target));
      return statuses;
    };

    test.each([
      ['admin', [200, 200, 200, 200, 200]],
      ['company admin', [200, 404, 404, 404, 404]],
      ['company admin of none', [404, 404, 404, 404, 404]],
      ['member', [403, 403, 403, 403, 403]],
      ['company member', [403, 403, 403, 403, 403]],
      ['guest', [403, 403, 403, 403, 403]],
      ['nobody', [403, 403, 403, 403, 403]],
    ] as const)('by %s', async (caller, statuses) => {
      // Users who are not guests do not exist under the guests' paths.
      const expected = endpoint === deleteGuestUser && caller === 'admin' ? [200, 200, 404, 404, 404] : statuses;
      expect(await statusesOf(caller)).toEqual(expected);
    });

    test('without a session, for an unknown user, and with an invalid id', async () => {
      const sent = body === undefined ? {} : { body: { ...body, email: 'somebody@test.example' } };
      const status = async (id: string, token?: string) => {
        const input = { params: { id }, ...sent, ...(token === undefined ? {} : { token }) };
        return (await app.call<EndpointDefinition>(endpoint, input)).status;
      };
      const unknown = '01234567-89ab-4cde-8f01-23456789abcd';
      expect(await status(unknown)).toBe(401);
      expect(await status(unknown, callers.admin?.token)).toBe(404);
      expect(await status('one', callers.admin?.token)).toBe(400);
    });
  },
);
