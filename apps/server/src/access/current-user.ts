import type { Role } from '@portal/contract/permissions';

/** The user who makes the request, read from the database for each request. */
export interface CurrentUser {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly fullName: string | null;
  /** Type of the user's group; null for a user in no known group, who has no permissions. */
  readonly role: Role | null;
  /** Time of the request, ISO 8601. Access that expires by then no longer applies. */
  readonly at: string;
  /** NetSuite id of the linked customer. */
  readonly customerId: string | null;
  /**
   * Version of the mirrored orders at that time, by which order lists are cached. Authentication reads it; absent from
   * users who make no request themselves, such as those who are checked for what they can see.
   */
  readonly ordersVersion?: string;
}

/** Factor by which staff limits exceed those of everyone else. */
const staffFactor = 10;

/** Limit for this user: staff get ten times the given value. */
export function limitFor({ role }: CurrentUser, limit: number): number {
  return role === 'admin' || role === 'member' ? limit * staffFactor : limit;
}
