import type { Role } from '@portal/contract/permissions';
import type { Database } from '../../platform/database.ts';
import { hashPassword } from '../auth/passwords.ts';

/** Password of all demo users. */
export const demoPassword = 'portal-demo-2026';

export type DemoUser = { email: string; role: Role; fullName: string; about: string };

/** One user of each role. */
export const demoUsers: readonly DemoUser[] = [
  { email: 'admin@demo.test', role: 'admin', fullName: 'Demo Administrator', about: 'administrator: everything' },
  { email: 'member@demo.test', role: 'member', fullName: 'Demo Member', about: "staff: all customers' orders" },
  {
    email: 'customer-admin@demo.test',
    role: 'customer_admin',
    fullName: 'Demo Customer Admin',
    about: 'administers the users of one customer',
  },
  {
    email: 'customer-member@demo.test',
    role: 'customer_member',
    fullName: 'Demo Customer Member',
    about: 'sees the orders of that customer',
  },
  { email: 'guest@demo.test', role: 'customer_guest', fullName: 'Demo Guest', about: 'sees what is assigned to it' },
];

/** Creates staff at once, and customer-side users when the customer is known. Existing users are not changed. */
export async function insertDemoUsers(db: Database, customerId: string | undefined): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  for (const { email, role, fullName } of demoUsers) {
    const isCustomerSide = role.startsWith('customer_');
    if (isCustomerSide && customerId === undefined) continue;
    await db
      .insertInto('users')
      .values((values) => ({
        email,
        full_name: fullName,
        status: 1,
        group_id: values.selectFrom('groups').select('id').where('type', '=', role),
        customer_id: isCustomerSide ? customerId : null,
        password_hash: passwordHash,
      }))
      // The portal creates the administrator without a name.
      .onConflict((conflict) =>
        conflict
          .column('email')
          .where('suppressed', '=', false)
          .doUpdateSet((values) => ({
            full_name: values.fn.coalesce('users.full_name', values.ref('excluded.full_name')),
          })),
      )
      .execute();
  }
}
