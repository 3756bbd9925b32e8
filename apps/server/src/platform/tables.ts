import type { Role } from '@portal/contract/permissions';
import type { SyncKind } from '@portal/contract/sync';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/**
 * The tables of migrations/, as queries see them. On reading: bigint and numeric are text (exact at any size), a date
 * is 'YYYY-MM-DD', a timestamp is ISO 8601 UTC text as in the API, bytea is a Buffer.
 */
type Instant = ColumnType<string, Date | string, Date | string>;
type InstantOrNull = ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
type DefaultInstant = ColumnType<string, Date | string | undefined, Date | string>;
type Big = ColumnType<string, string | number, string | number>;
type BigOrNull = ColumnType<string | null, string | number | null | undefined, string | number | null>;
type Count = ColumnType<string, string | number | undefined, string | number>;
type TextOrNull = ColumnType<string | null, string | null | undefined, string | null>;
type Json<Shape> = ColumnType<Shape, string, string>;
type JsonOrNull<Shape> = ColumnType<Shape | null, string | null | undefined, string | null>;

export type GroupsTable = {
  id: Generated<string>;
  type: Role;
  name: string;
  description: Generated<string>;
  updated_at: DefaultInstant;
  version: Generated<number>;
};

export type UsersTable = {
  id: Generated<string>;
  email: string;
  full_name: TextOrNull;
  /** 1 active, 0 pending. */
  status: Generated<number>;
  group_id: TextOrNull;
  customer_id: BigOrNull;
  parent_id: TextOrNull;
  password_hash: TextOrNull;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
  expires_at: InstantOrNull;
  /** Time of the last change of group or customer. */
  placed_at: InstantOrNull;
  /** Maintained by a trigger. */
  version: GeneratedAlways<number>;
  /** New address that is waiting for confirmation by the link mailed to it. */
  pending_email: TextOrNull;
  pending_email_code_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  pending_email_expires_at: InstantOrNull;
  /** Pending, with the address of an account outside the inviter's scope: nothing is mailed to it. */
  suppressed: Generated<boolean>;
};

export type InvitationsTable = {
  user_id: string;
  invited_by: TextOrNull;
  invited_by_name: string;
  created_at: Instant;
  expires_at: Instant;
  accepted_at: InstantOrNull;
};

export type InvitationLinksTable = {
  token_hash: Buffer;
  user_id: string;
  email: string;
  created_at: Instant;
  expires_at: Instant;
};

export type GroupNamesTable = {
  group_id: string;
  customer_id: Big;
  name: string;
  description: string;
  updated_at: Instant;
  version: Generated<number>;
};

export type SessionsTable = {
  id: Generated<string>;
  user_id: string;
  token_hash: Buffer;
  user_agent: TextOrNull;
  created_at: Instant;
  last_used_at: Instant;
  expires_at: Instant;
};

export type SignInAttemptsTable = {
  id: Generated<string>;
  user_id: string;
  code_mac: Buffer;
  /** Network that started the sign-in, from `clientNetwork`. */
  begun_from: string;
  /** Id of the known device that started it; null otherwise. */
  device: TextOrNull;
  tries_left: Generated<number>;
  tries_left_elsewhere: Generated<number>;
  created_at: Instant;
  expires_at: Instant;
  /** Used, replaced, or voided by a new password or address; not set when the tries run out. */
  ended_at: InstantOrNull;
};

export type PasswordResetsTable = {
  code_hash: Buffer;
  user_id: string;
  email: string;
  created_at: Instant;
  expires_at: Instant;
};

export type RateLimitsTable = {
  key: string;
  hits: ColumnType<Date[], Date[], Date[]>;
  allowed: boolean;
  retry_at: InstantOrNull;
  expires_at: Instant;
};

export type RequestCountsTable = {
  /** A user's id, or the name of a network. */
  sender: string;
  process_id: string;
  requests: number;
  in_progress: number;
  counted_at: Instant;
};

export type CustomersTable = {
  id: Big;
  name: GeneratedAlways<string>;
  entity_id: TextOrNull;
  company_name: TextOrNull;
  email: TextOrNull;
  phone: TextOrNull;
  category_id: TextOrNull;
  category_name: TextOrNull;
  date_created: InstantOrNull;
  last_modified_date: InstantOrNull;
  entity_status_id: TextOrNull;
  entity_status_name: TextOrNull;
  terms_id: TextOrNull;
  terms_name: TextOrNull;
  currency_id: TextOrNull;
  currency_name: TextOrNull;
  language_id: TextOrNull;
  language_name: TextOrNull;
  default_address: TextOrNull;
  balance: BigOrNull;
  deposit_balance: BigOrNull;
  overdue_balance: BigOrNull;
  unbilled_orders: BigOrNull;
  credit_hold_override_id: TextOrNull;
  credit_hold_override_name: TextOrNull;
  price_level_id: TextOrNull;
  price_level_name: TextOrNull;
  subsidiary_id: TextOrNull;
  subsidiary_name: TextOrNull;
  sales_rep_id: TextOrNull;
  sales_rep_name: TextOrNull;
  custom_fields: Json<Record<string, string> | null> | null;
  search_text: GeneratedAlways<string>;
};

export type SalesOrdersTable = {
  id: Big;
  customer_id: BigOrNull;
  customer_name: TextOrNull;
  tran_id: TextOrNull;
  memo: TextOrNull;
  other_ref_num: TextOrNull;
  email: TextOrNull;
  tran_date: TextOrNull;
  created_date: InstantOrNull;
  last_modified_date: InstantOrNull;
  sales_effective_date: TextOrNull;
  status_id: TextOrNull;
  status_name: TextOrNull;
  terms_id: TextOrNull;
  terms_name: TextOrNull;
  location_id: TextOrNull;
  location_name: TextOrNull;
  currency_id: TextOrNull;
  currency_name: TextOrNull;
  project_id: TextOrNull;
  project_name: TextOrNull;
  bill_address: TextOrNull;
  ship_address: TextOrNull;
  subtotal: BigOrNull;
  total: BigOrNull;
  tax: BigOrNull;
  custom_fields: Json<Record<string, string> | null> | null;
  expected_date: TextOrNull;
  /** Units; of closed lines only what was shipped. */
  ordered: BigOrNull;
  shipped: BigOrNull;
  backordered: BigOrNull;
  last_shipped: TextOrNull;
  tracking: TextOrNull;
  invoice_numbers: TextOrNull;
  invoices: Generated<number>;
  open_amount: BigOrNull;
  due_date: TextOrNull;
  shipping: GeneratedAlways<string>;
  billing: GeneratedAlways<string>;
  created_day: GeneratedAlways<string | null>;
  numbers_text: GeneratedAlways<string>;
  names_text: GeneratedAlways<string>;
};

export type FulfillmentsTable = {
  id: Big;
  order_id: BigOrNull;
  customer_id: BigOrNull;
  tran_id: TextOrNull;
  /** A picked, B packed, C shipped. */
  status_id: TextOrNull;
  ship_date: TextOrNull;
  method_id: TextOrNull;
  method_name: TextOrNull;
  carrier: TextOrNull;
  created_date: InstantOrNull;
  last_modified_date: InstantOrNull;
  lines: Json<unknown>;
  packages: Json<unknown>;
};

export type InvoicesTable = {
  id: Big;
  order_id: BigOrNull;
  customer_id: BigOrNull;
  tran_id: TextOrNull;
  /** A open, B paid in full. */
  status_id: TextOrNull;
  tran_date: TextOrNull;
  due_date: TextOrNull;
  currency_id: TextOrNull;
  currency_name: TextOrNull;
  total: BigOrNull;
  open_amount: BigOrNull;
  created_date: InstantOrNull;
  last_modified_date: InstantOrNull;
};

export type OrderLinesTable = { order_id: Big; lines: Json<unknown> };

export type PreferencesTable = {
  id: Generated<string>;
  user_id: string;
  label: string;
  setting: string;
  updated_at: Instant;
  version: Generated<number>;
};

export type OrderAssignmentsTable = {
  user_id: string;
  order_id: Big;
  assigned_by: TextOrNull;
  assigned_at: DefaultInstant;
  note: TextOrNull;
  expires_at: InstantOrNull;
};

export type AssignmentNoticesTable = {
  id: string;
  user_id: string;
  order_ids: string[];
  created_at: Instant;
};

export type AttachmentsTable = {
  id: string;
  order_id: Big;
  original_name: string;
  description: TextOrNull;
  content_type: string;
  size: Big;
  sha256: Buffer;
  uploaded_by: TextOrNull;
  uploaded_by_name: string;
  created_at: Instant;
  order_missed_at: InstantOrNull;
};

export type UnclaimedFilesTable = { id: string; since: Instant };

export type NetsuiteAccountTable = { singleton: Generated<boolean>; account_id: string };

export type NetsuiteColumnsTable = { kind: SyncKind; columns: string[]; probed_at: Instant };

export type NetsuiteNamesTable = { type: string; id: string; name: string };

export type SyncHeldDeletionsTable = {
  kind: SyncKind;
  record_id: Big;
  held_at: Instant;
  decision: 'keep' | null;
  decided_by: TextOrNull;
};

export type NetsuiteCheckTable = { singleton: Generated<boolean>; checked_at: Instant; findings: Json<unknown> };

export type SyncAlertsTable = { problem: 'stale' | 'held'; raised_at: Instant };

export type SyncRunsTable = {
  id: Generated<string>;
  kind: SyncKind;
  status: 'running' | 'complete' | 'partial' | 'failed' | 'cancelled';
  phase: string;
  mode: string;
  customer_id: BigOrNull;
  requested_by: TextOrNull;
  start_date: TextOrNull;
  end_date: TextOrNull;
  /**
   * Start of the changes to read: the previous run's `server_time` until this run begins to count records, then that
   * time minus the overlap. Null: all records.
   */
  watermark: InstantOrNull;
  /** NetSuite's clock at the start of the run, from which the next run reads. A resumed run keeps the earlier time. */
  server_time: InstantOrNull;
  cursor: JsonOrNull<unknown>;
  expected: BigOrNull;
  fetched: Count;
  created: Count;
  updated: Count;
  unchanged: Count;
  deleted: Count;
  failed: Count;
  message: TextOrNull;
  cancel_requested: Generated<boolean>;
  heartbeat_at: Instant;
  started_at: Instant;
  finished_at: InstantOrNull;
};

export type SyncFailuresTable = {
  kind: SyncKind;
  record_id: Big;
  reason: string;
  first_failed_at: Instant;
  last_failed_at: Instant;
  tries: Generated<number>;
};

export type NetsuiteChangesTable = { kind: SyncKind; record_id: Big };

export type ActivityLogTable = {
  id: Generated<string>;
  created_date: Instant;
  action: string;
  /** Only in entries of earlier releases; see `params`. */
  content: TextOrNull;
  params: JsonOrNull<object>;
  actor_id: TextOrNull;
  actor_name: TextOrNull;
  actor_customer_id: BigOrNull;
  subject_id: TextOrNull;
  subject_name: TextOrNull;
  subject_customer_id: BigOrNull;
  administrators_only: Generated<boolean>;
};

/** Append-only; written by triggers of the mirror. */
export type OrderEventsTable = {
  id: GeneratedAlways<string>;
  order_id: Big;
  kind: 'created' | 'status' | 'cancelled' | 'shipment' | 'invoice' | 'paid';
  /** The order, its fulfillment or its invoice. */
  record_id: Big;
  state: TextOrNull;
  occurred_on: TextOrNull;
  changed_at: InstantOrNull;
  learned_at: Instant;
};

export type UnnotifiedEventsTable = { event_id: Big };

/** One order, or the orders of a filter preset. */
export type OrderFollowsTable = {
  user_id: string;
  order_id: BigOrNull;
  preset_id: TextOrNull;
  preset: JsonOrNull<{ name: string; search?: string; filter?: string }>;
  created_at: Instant;
};

export type NotificationsTable = {
  user_id: string;
  event_id: Big;
  created_at: Instant;
  read_at: InstantOrNull;
  mailed_at: InstantOrNull;
};

export type NotificationSettingsTable = {
  user_id: string;
  mails: 'instant' | 'daily' | 'none';
  mailed_at: InstantOrNull;
};

export type LeasesTable = { key: string; slot: number; holder: string; expires_at: Instant };

export type NetsuiteLimitTable = {
  singleton: Generated<boolean>;
  configured: Generated<number>;
  reduced_to: number | null;
  reduced_at: InstantOrNull;
  failures: Generated<number>;
  openings: Generated<number>;
  open_until: InstantOrNull;
  last_error: TextOrNull;
  last_error_at: InstantOrNull;
};

export type NetsuitePlacesTable = { slot: number; owner: Big; expires_at: Instant };
export type NetsuiteWaitingTable = { owner: Big; interactive: number; background: number; expires_at: Instant };

export type ActivityCountsTable = { entry_id: string; count: number };

export type DownloadWindowsTable = { user_id: string; file_id: string; entry_id: string; opened_at: Instant };

export type SyncRequestsTable = {
  id: string;
  kind: SyncKind;
  mode: string;
  customer_id: BigOrNull;
  start_date: TextOrNull;
  end_date: TextOrNull;
  requested_by: TextOrNull;
  scheduled: boolean;
  owner: Big;
  requested_at: DefaultInstant;
  run_id: TextOrNull;
};

export type OrderCountsByCustomerTable = { customer_id: Big; orders: Big };
export type OrderCountsByDayTable = {
  created_day: string;
  status_name: string;
  shipping: string;
  billing: string;
  orders: Big;
};

export type Tables = {
  groups: GroupsTable;
  users: UsersTable;
  invitations: InvitationsTable;
  invitation_links: InvitationLinksTable;
  group_names: GroupNamesTable;
  sessions: SessionsTable;
  sign_in_attempts: SignInAttemptsTable;
  password_resets: PasswordResetsTable;
  rate_limits: RateLimitsTable;
  request_counts: RequestCountsTable;
  customers: CustomersTable;
  sales_orders: SalesOrdersTable;
  order_lines: OrderLinesTable;
  fulfillments: FulfillmentsTable;
  invoices: InvoicesTable;
  order_assignments: OrderAssignmentsTable;
  assignment_notices: AssignmentNoticesTable;
  preferences: PreferencesTable;
  attachments: AttachmentsTable;
  unclaimed_files: UnclaimedFilesTable;
  sync_runs: SyncRunsTable;
  sync_failures: SyncFailuresTable;
  netsuite_check: NetsuiteCheckTable;
  sync_alerts: SyncAlertsTable;
  sync_held_deletions: SyncHeldDeletionsTable;
  netsuite_account: NetsuiteAccountTable;
  netsuite_columns: NetsuiteColumnsTable;
  netsuite_names: NetsuiteNamesTable;
  netsuite_limit: NetsuiteLimitTable;
  netsuite_places: NetsuitePlacesTable;
  netsuite_waiting: NetsuiteWaitingTable;
  netsuite_changes: NetsuiteChangesTable;
  activity_log: ActivityLogTable;
  order_events: OrderEventsTable;
  unnotified_events: UnnotifiedEventsTable;
  order_follows: OrderFollowsTable;
  notifications: NotificationsTable;
  notification_settings: NotificationSettingsTable;
  leases: LeasesTable;
  activity_counts: ActivityCountsTable;
  download_windows: DownloadWindowsTable;
  sync_requests: SyncRequestsTable;
  order_counts_by_customer: OrderCountsByCustomerTable;
  order_counts_by_day: OrderCountsByDayTable;
};
