import type { CurrentUser } from './current-user.ts';

/** Factor by which staff limits exceed those of everyone else. */
const staffFactor = 10;

/** Limit for this user: staff get ten times the given value. */
export function limitFor({ role }: CurrentUser, limit: number): number {
  return role === 'admin' || role === 'member' ? limit * staffFactor : limit;
}
