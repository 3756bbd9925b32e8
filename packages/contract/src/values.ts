/** Values that schemas and web app share. Without Zod, so that browsers can load them. */

/** Order statuses, in the order that an order goes through them. */
export const orderStatuses = [
  'Pending Approval',
  'Pending Fulfillment',
  'Partially Fulfilled',
  'Pending Billing',
  'Billed',
  'Cancelled',
  'Closed',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Kinds of records that are mirrored from NetSuite. */
export const syncKinds = ['orders', 'customers', 'fulfillments', 'invoices'] as const;
export type SyncKind = (typeof syncKinds)[number];

/** How far an order has been shipped. */
export const shippingStates = [
  'awaiting-approval',
  'not-shipped',
  'partly-shipped',
  'shipped',
  'closed',
  'cancelled',
] as const;
export type ShippingState = (typeof shippingStates)[number];
/** States of orders that are not completely shipped yet. */
export const openStates = ['awaiting-approval', 'not-shipped', 'partly-shipped'] as const satisfies ShippingState[];
export type OpenState = (typeof openStates)[number];

/** How far an order has been billed and paid. */
export const billingStates = ['not-billed', 'partly-billed', 'billed', 'paid'] as const;
export type BillingState = (typeof billingStates)[number];

/** Kinds of files of orders. */
export const paperKinds = ['bill-of-lading', 'proof-of-delivery', 'packing-slip', 'invoice', 'other'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** What happened to an order in NetSuite, and to the papers that its guests are asked for. */
export const orderEventKinds = [
  'created',
  'status',
  'cancelled',
  'shipment',
  'invoice',
  'paid',
  'paper-requested',
  'paper-uploaded',
  'paper-withdrawn',
] as const;
export type OrderEventKind = (typeof orderEventKinds)[number];

/** When a user is mailed about followed orders: `instant` is at once, but at most once an hour. */
export const mailFrequencies = ['instant', 'daily', 'none'] as const;
export type MailFrequency = (typeof mailFrequencies)[number];

/** Kinds of entries in the activity log. */
export const activityActions = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'invitation-sent',
  'invitation-resent',
  'invitation-accepted',
  'invitation-revoked',
  'user-created',
  'user-updated',
  'user-deleted',
  'password-reset',
  'group-edited',
  'orders-assigned',
  'orders-unassigned',
  'attachment-uploaded',
  'attachment-downloaded',
  'attachment-deleted',
  'sync-finished',
  'sync-partial',
  'sync-failed',
] as const;
export type ActivityAction = (typeof activityActions)[number];

/** Characters of a search, a text filter, or a person in the activity log. */
export const MAX_SEARCH_LENGTH = 200;
/** Words of a search that are found one by one. */
export const MAX_SEARCH_WORDS = 20;
export const MAX_PAGE = 100_000_000;
/** Rows per page of a list of people or assignments. */
export const MAX_LISTED = 500;
/** Rows per page of an order's files, whose descriptions may be long. */
export const MAX_FILES_LISTED = 100;
/** Orders per assignment. */
export const MAX_ORDERS = 1000;
/** Guests who have access to one order. */
export const MAX_GUESTS = 200;
/** Requests for papers of one order, which are all read with it. */
export const MAX_PAPER_REQUESTS = 200;
/** People per list of invitations. */
export const MAX_INVITATIONS = 500;
/** Characters of a note or a description. */
export const MAX_NOTE_LENGTH = 2000;
/** Characters of the note of a request for a paper. */
export const MAX_REQUEST_NOTE_LENGTH = 500;
export const MAX_PREFERENCE_LENGTH = 262_144;
/** Characters of a password that is set by an emailed link or by an administrator who creates the account. */
export const MIN_LINK_PASSWORD_LENGTH = 6;
/** Characters of any other password. */
export const MIN_PASSWORD_LENGTH = 8;
/** Decimal digits of a one-time code. */
export const CODE_LENGTH = 6;
/** Lifetime of a mailed code, in milliseconds. */
export const CODE_LIFETIME_MS = 5 * 60 * 1000;
