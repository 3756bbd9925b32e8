import { addressToCopy, button, greeting, type MailContent, mailLayout, paragraph } from './layout.ts';
import { formatEnd, formatMoment } from './moment.ts';
import type { MailOfKind } from './portal-mail.ts';

/** The link to an account of one's own. It opens a page that acts on its button alone: mail scanners open links. */
export function invitationMail(mail: MailOfKind<'invitation'>): MailContent {
  const invitation =
    mail.companyName === null
      ? `${mail.invitedBy} invited you to join the ${mail.groupName} group in Order Portal.`
      : `${mail.invitedBy} invited you to see ${mail.companyName}'s orders.`;
  const accessEnd =
    mail.accessEndsAt === null ? [] : [paragraph('access', `You have access ${formatEnd(mail.accessEndsAt)}.`)];
  const body = mailLayout(
    {
      preview: `${mail.invitedBy} invited you to Order Portal`,
      heading: 'You are invited to Order Portal',
      footnote:
        "You're receiving this email because the person named above entered your email address. If you weren't expecting it, ignore it: no account is created unless you choose a password.",
    },
    paragraph('greeting', greeting(mail.name)),
    paragraph('lead', invitation),
    paragraph('how', 'Choose a password to complete your registration:'),
    button(mail.link, 'Complete Registration'),
    paragraph('limit', `The link expires on ${formatMoment(mail.expiresAt)} and can be used once.`),
    ...accessEnd,
    addressToCopy(mail.link),
  );
  return { subject: 'Your invitation to Order Portal', body };
}
