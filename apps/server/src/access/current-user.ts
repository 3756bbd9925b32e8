import type { Role } from '@portal/contract/permissions';

/** Who is asking, as read from the database for this very request. */
export interface CurrentUser {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly fullName: string | null;
  /** The type of the user's group; null for a user in no known group, who may do nothing. */
  readonly role: Role | null;
  /** When it asks: what ends by time is over for it from then on. ISO 8601. */
  readonly at: string;
  /** NetSuite id of the linked customer. */
  readonly customerId: string | null;
  /** The version of the mirrored orders at that moment, where it was read along: what was read under it holds. */
  readonly ordersVersion?: string;
}
