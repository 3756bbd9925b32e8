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
   * Versions of data at that time, by which features cache what they return (docs/decisions/0020). Absent from users who
   * make no request themselves, such as those who are checked for what they can see.
   */
  readonly versions?: DataVersions;
}

export type DataVersions = { readonly orders: string };

/** Factor by which staff limits exceed those of everyone else. */
const staffFactor = 10;

export const isStaff = ({ role }: CurrentUser) => role === 'admin' || role === 'member';

/** Limit for this user: staff get ten times the given value. */
export function limitFor(user: CurrentUser, limit: number): number {
  return isStaff(user) ? limit * staffFactor : limit;
}

/** Key of the share of the portal's capacity that this user uses: the users of a customer have one together. */
export function shareOf(user: CurrentUser): string {
  return isStaff(user) || user.customerId === null ? user.userId : `customer ${user.customerId}`;
}
