import { type Role, roles } from '@portal/contract/permissions';
import type { SignedIn, TestApp } from '../app.ts';
import { assigned, company } from './marked-world.ts';

/** A kind of caller; customer-side callers belong to the own company. */
export type CallerKind = { title: string; role: Role | null; customerId: string | null; isSignedIn: boolean };
/** Creates a caller of this kind; one without a token is anonymous. */
export type Caller = CallerKind & { token?: string; user?: SignedIn };

/** Anonymous, a user without a group, one of each role, and a member linked to a customer. */
export const callerKinds: readonly CallerKind[] = [
  { title: 'no token', role: null, customerId: null, isSignedIn: false },
  { title: 'no group', role: null, customerId: company.own, isSignedIn: true },
  ...roles.flatMap((role) => {
    const customerId = role.startsWith('customer_') ? company.own : null;
    const kind = { title: role, role, customerId, isSignedIn: true };
    return role === 'member' ? [kind, { ...kind, title: 'member of own', customerId: company.own }] : [kind];
  }),
];

/** A new user of a kind; a guest has one assigned order. */
export async function createCaller(app: TestApp, kind: CallerKind): Promise<Caller> {
  if (!kind.isSignedIn) return kind;
  const user = await app.signIn(kind.role, { customerId: kind.customerId, fullName: `Caller ${kind.title}` });
  if (kind.role === 'customer_guest') {
    await app.database.db
      .insertInto('order_assignments')
      .values({ user_id: user.id, order_id: assigned, assigned_at: app.clock.now() })
      .execute();
  }
  return { ...kind, token: user.token, user };
}
