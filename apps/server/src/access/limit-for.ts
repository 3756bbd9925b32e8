import type { CurrentUser } from './current-user.ts';

/** What staff may use, compared with everyone else. */
const staffFactor = 10;

/** A limit for one user, as it applies to this one: staff have ten times as much. */
export function limitFor({ role }: CurrentUser, limit: number): number {
  return role === 'admin' || role === 'member' ? limit * staffFactor : limit;
}
