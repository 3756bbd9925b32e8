import { z } from 'zod';

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
    /** Instant, ISO 8601. */
    at: z.string(),
    /** Where the receiver takes the account back, had it been somebody else. */
    forgotPasswordUrl: z.string(),
  }),
]);
export type PortalMail = z.infer<typeof portalMail>;
export type MailOfKind<Kind extends PortalMail['kind']> = Extract<PortalMail, { kind: Kind }>;
