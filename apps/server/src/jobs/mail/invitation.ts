import { addressToCopy, button, greeting, type MailContent, mailLayout, paragraph, quoteName } from './layout.ts';
import { formatEnd, formatMoment } from './moment.ts';
import type { MailOfKind } from './portal-mail.ts';

/**
 * The link to create an account. Its page acts only on its button, because mail scanners open links. The inviter
 * chooses the name and the recipient may be a stranger, so the name is quoted and never used as a greeting.
 */
export function invitationMail(mail: MailOfKind<'invitation'>): MailContent {
  const inviter = `${quoteName(mail.invitedBy)}${mail.inviterEmail === undefined ? '' : ` (${mail.inviterEmail})`}`;
  const as = mail.name === null ? '' : `, as ${quoteName(mail.name)},`;
  const invitation =
    mail.companyName === null
      ? `${inviter} invited you${as} to join the ${mail.groupName} group in Order Portal.`
      : `${inviter} invited you${as} to see ${mail.companyName}'s orders.`;
  const accessEnd =
    mail.accessEndsAt === null ? [] : [paragraph('access', `You have access ${formatEnd(mail.accessEndsAt)}.`)];
  const body = mailLayout(
    {
      preview: 'You are invited to Order Portal',
      heading: 'You are invited to Order Portal',
      footnote:
        "You're receiving this email because the person named above entered your email address. If you weren't expecting it, ignore it: no account is created unless you choose a password.",
    },
    paragraph('greeting', greeting(null)),
    paragraph('lead', invitation),
    paragraph('how', 'Choose a password to complete your registration:'),
    button(mail.link, 'Complete Registration'),
    paragraph('limit', `The link expires on ${formatMoment(mail.expiresAt)} and can be used once.`),
    ...accessEnd,
    addressToCopy(mail.link),
  );
  return { subject: 'Your invitation to Order Portal', body };
}
