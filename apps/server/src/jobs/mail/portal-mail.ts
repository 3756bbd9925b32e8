import { syncKinds } from '@portal/contract/values';
import { z } from 'zod';

const passwordChanges = ['reset link', 'owner', 'administrator'] as const;
/** How a password was changed, for the notice to its owner. */
export type PasswordChange = (typeof passwordChanges)[number];

/** Who caused a mail: shown to the recipient, who may not know the portal. */
const sender = z.object({ name: z.string(), email: z.string() });

/** Address and name of the owner of an account. */
const recipient = { to: z.string(), name: z.string().nullable() };

/** All mails that the portal sends, by kind, with the data for their text. */
export const portalMail = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('one-time-code'),
    ...recipient,
    code: z.string(),
    minutes: z.number(),
  }),
  z.object({
    kind: z.literal('password-reset'),
    ...recipient,
    link: z.string(),
    minutes: z.number(),
  }),
  z.object({
    kind: z.literal('password-changed'),
    ...recipient,
    by: z.enum(passwordChanges).default('reset link'),
    /** Instant, ISO 8601. */
    at: z.string(),
    /** URL for resetting the password if somebody else changed it. */
    forgotPasswordUrl: z.string(),
  }),
  z.object({
    kind: z.literal('confirm-email'),
    to: z.string(),
    requestedBy: sender,
    /** Current address of the account until the change is confirmed. */
    accountEmail: z.string(),
    link: z.string(),
    /** Expiration of the link: instant, ISO 8601. */
    expiresAt: z.string(),
  }),
  z.object({
    kind: z.literal('email-change-notice'),
    ...recipient,
    newEmail: z.string(),
    requestedBy: sender,
    /** Instant, ISO 8601. */
    at: z.string(),
  }),
  z.object({
    kind: z.literal('invitation'),
    ...recipient,
    invitedBy: z.string(),
    /** Absent in mails that were queued by an earlier release. */
    inviterEmail: z.string().optional(),
    /** The group's label in the invited person's company. */
    groupName: z.string(),
    companyName: z.string().nullable(),
    link: z.string(),
    /** Expiration of the link: instant, ISO 8601. */
    expiresAt: z.string(),
    /** When a guest's access ends: instant, ISO 8601. */
    accessEndsAt: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('account-ended'),
    ...recipient,
    /** Instant, ISO 8601. */
    at: z.string(),
  }),
  z.object({
    kind: z.literal('orders-assigned'),
    ...recipient,
    /** User who assigned the orders. */
    by: z.string(),
    /** Number of orders. */
    orders: z.number(),
    /** The first of the orders, without numbers. Absent in mails that were queued by an earlier release. */
    listed: z
      .array(
        z.object({
          shipTo: z.string().nullable(),
          customer: z.string().nullable(),
          items: z.number().nullable(),
          /** Day. Absent like `listed`. */
          ordered: z.string().nullable().default(null),
        }),
      )
      .default([]),
    note: z.string(),
    /** Instant, ISO 8601. */
    endsAt: z.string().nullable(),
    link: z.string(),
  }),
  /** The notifications of a user that were assigned to the mail of one moment. Content and address are read at sending; only earlier releases need `to`. */
  z.object({ kind: z.literal('order-news'), to: z.string(), userId: z.string(), mailedAt: z.string() }),
  z.object({
    kind: z.literal('order-updates'),
    ...recipient,
    updates: z.array(
      z.union([
        /** `name` is what the recipient may know the order by. */
        z.object({
          orderId: z.string(),
          name: z.string().nullable(),
          text: z.string(),
          link: z.string(),
          /** About a paper that was asked for, and not about a followed order. */
          isPaper: z.boolean().optional(),
        }),
        z.object({ changes: z.number(), orders: z.number(), isTruncated: z.boolean() }),
      ]),
    ),
    ordersUrl: z.string(),
    unsubscribeUrl: z.string(),
  }),
  z.object({
    kind: z.literal('sync-alert'),
    ...recipient,
    problem: z.enum(['stale', 'held']),
    isOver: z.boolean(),
    mirrors: z.array(
      z.object({
        kind: z.enum(syncKinds),
        /** Instant, ISO 8601: end of the last complete sync, or when the deletion was found. */
        since: z.string().nullable(),
        /** Held records. */
        records: z.number(),
      }),
    ),
    /** Why the latest sync failed. */
    reason: z.string().nullable(),
    link: z.string(),
  }),
]);
export type PortalMail = z.infer<typeof portalMail>;

/** Data for the text of one kind of mail. */
export type MailOfKind<Kind extends PortalMail['kind']> = Extract<PortalMail, { kind: Kind }>;
