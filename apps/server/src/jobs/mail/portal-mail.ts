import { z } from 'zod';

const passwordChanges = ['reset link', 'owner', 'administrator'] as const;
/** How a password was changed, for the notice to its owner. */
export type PasswordChange = (typeof passwordChanges)[number];

/** Who caused a mail: shown to its receiver, who may not know the portal. */
const sender = z.object({ name: z.string(), email: z.string() });

/** Every mail that the portal sends, by kind, with what its text needs. */
export const portalMail = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('one-time-code'),
    to: z.string(),
    name: z.string().nullable(),
    code: z.string(),
    minutes: z.number(),
  }),
  z.object({
    kind: z.literal('password-reset'),
    to: z.string(),
    name: z.string().nullable(),
    link: z.string(),
    minutes: z.number(),
  }),
  z.object({
    kind: z.literal('password-changed'),
    to: z.string(),
    name: z.string().nullable(),
    by: z.enum(passwordChanges).default('reset link'),
    /** Instant, ISO 8601. */
    at: z.string(),
    /** Where the receiver takes the account back, had it been somebody else. */
    forgotPasswordUrl: z.string(),
  }),
  z.object({
    kind: z.literal('confirm-email'),
    to: z.string(),
    requestedBy: sender,
    /** The address that the account has until then. */
    accountEmail: z.string(),
    link: z.string(),
    /** When the link stops working: instant, ISO 8601. */
    expiresAt: z.string(),
  }),
  z.object({
    kind: z.literal('email-change-notice'),
    to: z.string(),
    name: z.string().nullable(),
    newEmail: z.string(),
    requestedBy: sender,
    /** Instant, ISO 8601. */
    at: z.string(),
  }),
  z.object({
    kind: z.literal('invitation'),
    to: z.string(),
    name: z.string().nullable(),
    invitedBy: z.string(),
    /** Absent in mails that were queued by an earlier release. */
    inviterEmail: z.string().optional(),
    /** What the invited person's company calls the group. */
    groupName: z.string(),
    companyName: z.string().nullable(),
    link: z.string(),
    /** When the link stops working: instant, ISO 8601. */
    expiresAt: z.string(),
    /** When a guest's access ends: instant, ISO 8601. */
    accessEndsAt: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('account-ended'),
    to: z.string(),
    name: z.string().nullable(),
    /** Instant, ISO 8601. */
    at: z.string(),
  }),
  z.object({
    kind: z.literal('orders-assigned'),
    to: z.string(),
    name: z.string().nullable(),
    /** Who assigned them. */
    by: z.string(),
    /** How many. */
    orders: z.number(),
    note: z.string(),
    /** Instant, ISO 8601. */
    endsAt: z.string().nullable(),
    link: z.string(),
  }),
]);
export type PortalMail = z.infer<typeof portalMail>;

/** What the text of one kind of mail needs. */
export type MailOfKind<Kind extends PortalMail['kind']> = Extract<PortalMail, { kind: Kind }>;
