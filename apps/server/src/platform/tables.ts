import type { Role } from '@portal/contract/permissions';
import type { SyncKind, SyncRun } from '@portal/contract/sync';
import type { OrderEventKind, PaperKind } from '@portal/contract/values';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Instant = ColumnType<string, Date | string, Date | string>;
type InstantOrNull = ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
type DefaultInstant = ColumnType<string, Date | string | undefined, Date | string>;
type Big = ColumnType<string, string | number, string | number>;
type BigOrNull = ColumnType<string | null, string | number | null | undefined, string | number | null>;
type Count = ColumnType<string, string | number | undefined, string | number>;
type TextOrNull = ColumnType<string | null, string | null | undefined, string | null>;
type BytesOrNull = ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
type Json<Shape> = ColumnType<Shape, string, string>;
type JsonOrNull<Shape> = ColumnType<Shape | null, string | null | undefined, string | null>;

/** Columns `x_id` and `x_name` for each reference `x` to a record or list value of NetSuite. */
type References<Names extends string> = Record<`${Names}_${'id' | 'name'}`, TextOrNull>;
/** Columns with values of NetSuite's custom fields by their ids. */
type CustomFields = { custom_fields: Json<Record<string, string> | null> | null };

export type RunCursor = {
  /** The process that performs the run; see events.ts. */
  owner: string;
  /** The run reads records changed at or after this time; null for all. */
  since: string | null;
  /** Ranges of ids not upserted yet; null before they are known. */
  ranges: { after: string; upTo: string }[] | null;
  /** The run was interrupted, so changes made meanwhile are read before it ends. */
  catchUp: boolean;
  /** Columns that the account or the role no longer has. */
  lost?: string[];
};

/**
 * The tables of migrations/, as queries see them. On reading: bigint and numeric are text (exact at any size), a date
 * is 'YYYY-MM-DD', a timestamp is ISO 8601 UTC text as in the API, bytea is a Buffer.
 */
export type Tables = {
  groups: {
    id: Generated<string>;
    type: Role;
    name: string;
    description: Generated<string>;
    updated_at: DefaultInstant;
    version: Generated<number>;
  };
  group_names: {
    group_id: string;
    customer_id: Big;
    name: string;
    description: string;
    updated_at: Instant;
    version: Generated<number>;
  };
  users: { email: string } & Record<'full_name' | 'group_id' | 'parent_id' | 'password_hash', TextOrNull> &
    Record<'created_at' | 'updated_at', DefaultInstant> & {
      id: Generated<string>;
      /** 1 active, 0 pending. */
      status: Generated<number>;
      customer_id: BigOrNull;
      expires_at: InstantOrNull;
      /** Time of the last change of group or customer. */
      placed_at: InstantOrNull;
      /** Maintained by a trigger. */
      version: GeneratedAlways<number>;
      /** New address that is waiting for confirmation by the link mailed to it. */
      pending_email: TextOrNull;
      pending_email_code_hash: BytesOrNull;
      pending_email_expires_at: InstantOrNull;
      /** Pending, with the address of an account outside the inviter's scope: nothing is mailed to it. */
      suppressed: Generated<boolean>;
    };
  invitations: {
    user_id: string;
    invited_by: TextOrNull;
    invited_by_name: string;
    created_at: Instant;
    expires_at: Instant;
    accepted_at: InstantOrNull;
  };
  invitation_links: { token_hash: Buffer } & MailedLink;
  password_resets: { code_hash: Buffer } & MailedLink;
  sessions: {
    id: Generated<string>;
    user_id: string;
    token_hash: Buffer;
    user_agent: TextOrNull;
  } & Record<'created_at' | 'last_used_at' | 'expires_at', Instant>;
  sign_in_attempts: {
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
  rate_limits: {
    key: string;
    hits: ColumnType<Date[], Date[], Date[]>;
    allowed: boolean;
    retry_at: InstantOrNull;
    expires_at: Instant;
  };
  request_counts: {
    /** A user's id, or the name of a network. */
    sender: string;
    process_id: string;
    requests: number;
    in_progress: number;
    counted_at: Instant;
  };
  leases: { key: string; slot: number; holder: string; expires_at: Instant };

  customers: { id: Big } & CustomFields &
    Record<'name' | 'search_text', GeneratedAlways<string>> &
    Record<'entity_id' | 'company_name' | 'email' | 'phone' | 'default_address', TextOrNull> &
    Record<'date_created' | 'last_modified_date', InstantOrNull> &
    Record<'balance' | 'deposit_balance' | 'overdue_balance' | 'unbilled_orders', BigOrNull> &
    References<'category' | 'entity_status' | 'terms' | 'currency' | 'language'> &
    References<'credit_hold_override' | 'price_level' | 'subsidiary' | 'sales_rep'>;
  sales_orders: { id: Big; customer_id: BigOrNull; customer_name: TextOrNull } & CustomFields &
    Record<'tran_id' | 'memo' | 'other_ref_num' | 'email' | 'bill_address' | 'ship_address', TextOrNull> &
    Record<
      'tran_date' | 'sales_effective_date' | 'expected_date' | 'first_shipped' | 'last_shipped' | 'due_date',
      TextOrNull
    > &
    Record<'created_date' | 'last_modified_date', InstantOrNull> &
    References<'status' | 'terms' | 'location' | 'currency' | 'project'> &
    Record<'subtotal' | 'total' | 'tax' | 'open_amount', BigOrNull> &
    /** Units; of closed lines only what was shipped. */
    Record<'ordered' | 'shipped' | 'backordered', BigOrNull> &
    Record<'tracking' | 'invoice_numbers', TextOrNull> &
    Record<'shipping' | 'billing' | 'numbers_text' | 'names_text', GeneratedAlways<string>> & {
      invoices: Generated<number>;
      created_day: GeneratedAlways<string | null>;
    };
  order_lines: { order_id: Big; lines: Json<unknown> };
  /** Status A picked, B packed, C shipped. */
  fulfillments: Record<'lines' | 'packages', Json<unknown>> &
    Record<'ship_date' | 'carrier', TextOrNull> &
    References<'method'> &
    RecordOfOrder;
  /** Status A open, B paid in full. */
  invoices: Record<'tran_date' | 'due_date', TextOrNull> &
    Record<'total' | 'open_amount', BigOrNull> &
    References<'currency'> &
    RecordOfOrder;
  order_counts_by_customer: { customer_id: Big; orders: Big };
  order_counts_by_day: Record<'created_day' | 'status_name' | 'shipping' | 'billing', string> & { orders: Big };

  order_assignments: {
    user_id: string;
    order_id: Big;
    assigned_by: TextOrNull;
    assigned_at: DefaultInstant;
    note: TextOrNull;
    expires_at: InstantOrNull;
  };
  assignment_notices: { id: string; user_id: string; order_ids: string[]; created_at: Instant };
  preferences: {
    id: Generated<string>;
    user_id: string;
    label: string;
    setting: string;
    updated_at: Instant;
    version: Generated<number>;
  };
  attachments: {
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
    kind: ColumnType<PaperKind | null, PaperKind | null | undefined, PaperKind | null>;
    /** Set with the kind. */
    kind_at: InstantOrNull;
  };
  /** `completed_at` is written by triggers; see migration 0038. */
  paper_requests: {
    id: GeneratedAlways<string>;
    order_id: Big;
    user_id: string;
    kind: PaperKind;
    note: TextOrNull;
    asked_by: string;
    asked_at: Instant;
    completed_at: InstantOrNull;
  };
  unclaimed_files: { id: string; since: Instant };

  netsuite_account: { singleton: Generated<boolean>; account_id: string };
  netsuite_columns: { kind: SyncKind; columns: string[]; probed_at: Instant };
  outdated_orders: { note: Generated<string>; order_id: Big };
  netsuite_rereads: { kind: SyncKind; up_to: Big };
  netsuite_names: { type: string; id: string; name: string };
  netsuite_check: { singleton: Generated<boolean>; checked_at: Instant; findings: Json<unknown> };
  netsuite_changes: { kind: SyncKind; record_id: Big };
  netsuite_limit: {
    singleton: Generated<boolean>;
    reduced_to: number | null;
    last_error: TextOrNull;
  } & Record<'configured' | 'failures' | 'openings', Generated<number>> &
    Record<'reduced_at' | 'open_until' | 'last_error_at', InstantOrNull>;
  netsuite_places: { slot: number; owner: Big; expires_at: Instant };
  netsuite_waiting: { owner: Big; interactive: number; background: number; expires_at: Instant };
  sync_alerts: { problem: 'stale' | 'held'; raised_at: Instant };
  sync_held_deletions: {
    kind: SyncKind;
    record_id: Big;
    held_at: Instant;
    decision: 'keep' | null;
    decided_by: TextOrNull;
  };
  sync_failures: {
    kind: SyncKind;
    record_id: Big;
    reason: string;
    first_failed_at: Instant;
    last_failed_at: Instant;
    tries: Generated<number>;
    in_first_load: Generated<boolean>;
  };
  sync_requests: {
    id: string;
    kind: SyncKind;
    mode: SyncRun['mode'];
    customer_id: BigOrNull;
    scheduled: boolean;
    owner: Big;
    requested_at: DefaultInstant;
  } & Record<'start_date' | 'end_date' | 'requested_by' | 'run_id', TextOrNull>;
  sync_runs: {
    id: Generated<string>;
    kind: SyncKind;
    status: 'running' | 'complete' | 'partial' | 'failed' | 'cancelled';
    phase: SyncRun['phase'];
    mode: SyncRun['mode'];
    customer_id: BigOrNull;
    /**
     * Start of the changes to read: the previous run's `server_time` until this run begins to count records, then that
     * time minus the overlap. Null: all records.
     */
    watermark: InstantOrNull;
    /** NetSuite's clock at the start of the run, from which the next run reads. A resumed run keeps the earlier time. */
    server_time: InstantOrNull;
    /** State of a run, sufficient for another process to resume it; null after a successful end. */
    cursor: JsonOrNull<RunCursor>;
    expected: BigOrNull;
    cancel_requested: Generated<boolean>;
    heartbeat_at: Instant;
    started_at: Instant;
    finished_at: InstantOrNull;
  } & Record<'requested_by' | 'start_date' | 'end_date' | 'message', TextOrNull> &
    Record<'fetched' | 'created' | 'updated' | 'unchanged' | 'deleted' | 'failed', Count>;

  activity_log: {
    id: Generated<string>;
    created_date: Instant;
    action: string;
    /** Only in entries of earlier releases; see `params`. */
    content: TextOrNull;
    params: JsonOrNull<object>;
    administrators_only: Generated<boolean>;
  } & Record<'actor_id' | 'actor_name' | 'subject_id' | 'subject_name', TextOrNull> &
    Record<'actor_customer_id' | 'subject_customer_id', BigOrNull>;
  activity_counts: { entry_id: string; count: number };
  download_windows: { user_id: string; file_id: string; entry_id: string; opened_at: Instant };
  /** Append-only; written by triggers of the mirror and of requests for papers. */
  order_events: {
    id: GeneratedAlways<string>;
    order_id: Big;
    kind: OrderEventKind;
    /** The order, its fulfillment, its invoice or the request for a paper. */
    record_id: Big;
    /** The order's new status, or the kind of paper. */
    state: TextOrNull;
    occurred_on: TextOrNull;
    changed_at: InstantOrNull;
    learned_at: Instant;
    /** The guest who is asked for a paper, and the user who asked. */
    guest_id: TextOrNull;
    asked_by: TextOrNull;
  };
  unnotified_events: { event_id: Big };
  changed_orders: { order_id: Big; learned_at: Instant; before: Json<unknown> };
  /** One order, or the orders of a filter preset. */
  order_follows: {
    user_id: string;
    order_id: BigOrNull;
    preset_id: TextOrNull;
    preset: JsonOrNull<{ name: string; search?: string; filter?: string }>;
    created_at: Instant;
  };
  notifications: {
    user_id: string;
    event_id: Big;
    created_at: Instant;
    read_at: InstantOrNull;
    mailed_at: InstantOrNull;
  };
  notification_settings: { user_id: string; mails: 'instant' | 'daily' | 'none' } & Record<
    'mailed_at' | 'mail_queued_at',
    InstantOrNull
  >;
};

/** A link mailed to a user; its secret is stored only as a hash. */
type MailedLink = { user_id: string; email: string; created_at: Instant; expires_at: Instant };

/** Columns that fulfillments and invoices share. */
type RecordOfOrder = { id: Big } & Record<'order_id' | 'customer_id', BigOrNull> &
  Record<'tran_id' | 'status_id', TextOrNull> &
  Record<'created_date' | 'last_modified_date', InstantOrNull>;
