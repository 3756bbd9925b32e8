import { lastDayOf } from '@portal/contract/last-day';
import { groupLabel } from '../../access/group-label.ts';

/** Where a user belongs: the group's name as stored, and the customer. */
export type Place = { group: string; customerId: string | null; customerName: string | null };

/** New values of an edited user; values that did not change are absent. */
export type UserChanges = {
  name?: string | null;
  email?: string;
  /** New address that still needs confirmation. */
  pendingEmail?: string;
  /** The group's name as stored. */
  group?: string;
  /** Name or id of the customer; null for none. */
  customer?: string | null;
  parent?: 'removed' | 'changed';
  /** End of a guest's access: instant, ISO 8601; null for no end. */
  accessEnd?: string | null;
  /** Number of assigned orders that the user lost access to. */
  ordersRemoved?: number;
};

/** Words for each kind of mirrored records. */
const records = { orders: 'orders', customers: 'customers', fulfillments: 'shipments', invoices: 'invoices' } as const;
type SyncParams = {
  kind: keyof typeof records;
  created: number;
  updated: number;
  deleted: number;
  message: string | null;
};

/** What happened, with the values of its sentence. Stored as JSON, so changes must keep stored entries readable. */
export type ActivityEvent =
  | { action: 'sign-in' | 'sign-out' | 'invitation-accepted' | 'user-deleted'; params?: never }
  | { action: 'sign-in-failed' | 'invitation-revoked'; params: { email: string } }
  | { action: 'invitation-sent' | 'invitation-resent'; params: { email: string; place: Place } }
  /** Without a place: the first administrator. */
  | { action: 'user-created'; params: { email: string; place?: Place } }
  | {
      action: 'user-updated';
      params: { changes: UserChanges } | { confirmedEmail: string } | { movedOut: true } | { byCommand: string };
    }
  | { action: 'password-reset'; params: { by: 'owner' | 'reset link' | 'administrator' } }
  /** Without a name: only the description was changed. */
  | { action: 'group-edited'; params: { newName?: string } }
  | { action: 'orders-assigned' | 'orders-unassigned'; params: { orders: number } }
  /** `order`: its name for readers who see order numbers, where the actor sees none and the subject is "an order". */
  | {
      action: 'attachment-uploaded' | 'attachment-downloaded' | 'attachment-deleted';
      params: { file: string; order?: string };
    }
  | { action: 'sync-finished' | 'sync-partial'; params: SyncParams }
  | { action: 'sync-failed'; params: Pick<SyncParams, 'kind' | 'message'> };

/** An event with the names of who did it and who or what was affected; empty if unknown. */
export type NamedEvent = ActivityEvent & { actor: string; subject: string };

/** One plain sentence, as shown on the dashboard. */
export function describeEvent(event: NamedEvent): string {
  const { actor, subject } = event;
  switch (event.action) {
    case 'sign-in':
      return `${actor} signed in`;
    case 'sign-in-failed':
      return `Failed sign-in of ${event.params.email}`;
    case 'sign-out':
      return `${actor} signed out`;
    case 'invitation-sent':
      return `${actor} invited ${event.params.email} as ${describePlace(event.params.place)}`;
    case 'invitation-resent':
      return `${actor} sent ${event.params.email} the invitation again, as ${describePlace(event.params.place)}`;
    case 'invitation-accepted':
      return `${actor} accepted the invitation`;
    case 'invitation-revoked':
      return `${actor} revoked the invitation of ${event.params.email}`;
    case 'user-created': {
      const { email, place } = event.params;
      return place === undefined
        ? `${email} became the first administrator`
        : `${actor} created ${email} as ${describePlace(place)}`;
    }
    case 'user-updated': {
      const { params } = event;
      if ('movedOut' in params) return `${actor} moved ${subject} out of this company`;
      if ('byCommand' in params) return `${subject} was ${params.byCommand} on the command line`;
      if ('confirmedEmail' in params) return `${actor} confirmed the email address ${params.confirmedEmail}`;
      return `${actor} updated ${subject}: ${describeChanges(params.changes).join(', ')}`;
    }
    case 'user-deleted':
      return `${actor} deleted ${subject}`;
    case 'password-reset':
      if (event.params.by === 'administrator') return `${actor} set a new password for ${subject}`;
      return event.params.by === 'owner'
        ? `${actor} changed their own password`
        : `${actor} set a new password by a reset link`;
    case 'group-edited': {
      const { newName } = event.params;
      return newName === undefined
        ? `${actor} changed the description of the group ${subject}`
        : `${actor} renamed the group ${subject} to ${groupLabel(newName)}`;
    }
    case 'orders-assigned':
      return `${actor} assigned ${countOrders(event.params.orders)} to ${subject}`;
    case 'orders-unassigned':
      return `${actor} removed ${subject}'s access to ${countOrders(event.params.orders)}`;
    case 'attachment-uploaded':
    case 'attachment-downloaded':
    case 'attachment-deleted':
      return `${actor} ${event.action.slice('attachment-'.length)} “${event.params.file}” of ${subject}`;
    case 'sync-finished':
      return `Sync finished: ${describeCounts(event.params)}`;
    case 'sync-partial':
      return `Sync partly finished: ${describeCounts(event.params)}. ${event.params.message ?? ''}`.trim();
    case 'sync-failed':
      return `Sync of ${records[event.params.kind]} failed: ${event.params.message ?? 'Something went wrong.'}`;
  }
}

/** "Customer member of ACME"; for staff, only the group. */
function describePlace({ group, customerId, customerName }: Place): string {
  const label = groupLabel(group);
  return customerId === null ? label : `${label} of ${customerName ?? `customer ${customerId}`}`;
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

function describeChanges(changes: UserChanges): string[] {
  const { name, email, pendingEmail, group, customer, parent, accessEnd, ordersRemoved } = changes;
  return [
    name !== undefined && `name is now ${name}`,
    email !== undefined && `email is now ${email}`,
    pendingEmail !== undefined && `email will be ${pendingEmail} once it is confirmed`,
    group !== undefined && `group is now ${groupLabel(group)}`,
    customer !== undefined && `customer is now ${customer ?? 'none'}`,
    parent !== undefined && `parent ${parent}`,
    accessEnd !== undefined &&
      (accessEnd === null
        ? 'access has no end'
        : `access ends on ${day.format(new Date(lastDayOf(accessEnd) ?? accessEnd))}`),
    ordersRemoved !== undefined &&
      `access to ${ordersRemoved} assigned ${ordersRemoved === 1 ? 'order' : 'orders'} removed`,
  ].filter((change) => change !== false);
}

function countOrders(orders: number): string {
  return `${orders} ${orders === 1 ? 'order' : 'orders'}`;
}

/** "830 orders created, 2 deleted" */
function describeCounts({ kind, created, updated, deleted }: SyncParams): string {
  const counted = [
    [created, 'created'],
    [updated, 'updated'],
    [deleted, 'deleted'],
  ] as const;
  const [first, ...others] = counted.filter(([count]) => count > 0);
  if (first === undefined) return `no ${records[kind]} changed`;
  const format = (count: number) => count.toLocaleString('en-US');
  const noun = first[0] === 1 ? records[kind].slice(0, -1) : records[kind];
  return [`${format(first[0])} ${noun} ${first[1]}`, ...others.map(([count, verb]) => `${format(count)} ${verb}`)].join(
    ', ',
  );
}
