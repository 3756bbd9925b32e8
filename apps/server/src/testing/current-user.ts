import type { Role } from '@portal/contract/permissions';
import type { CurrentUser } from '../access/current-user.ts';

/** A current user without a request; the user need not exist in the database. */
export function createTestCurrentUser(
  role: Role | null,
  customerId: string | null = null,
  userId = '00000000-0000-4000-8000-000000000000',
): CurrentUser {
  return { userId, sessionId: '', at: '2026-01-01T00:00:00Z', email: '', fullName: null, role, customerId };
}
