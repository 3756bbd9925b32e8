import { addressToCopy, button, greeting, type MailContent, mailLayout, paragraph } from './layout.ts';
import { formatMoment } from './moment.ts';
import type { MailOfKind } from './portal-mail.ts';

/** The link to an account of one's own. It opens a page that acts on its button alone: mail scanners open links. */
export function invitationMail(mail: MailOfKind<'invitation'>): MailContent {
  const place = mail.companyName === null ? mail.groupName : `${mail.groupName} of ${mail.companyName}`;
  const accessEnd =
    mail.accessEndsAt === null ? [] : [paragraph('access', `Your access ends on ${formatMoment(mail.accessEndsAt)}.`)];
  const body = mailLayout(
    {
      preview: `${mail.invitedBy} invites you to Order Portal`,
      heading: 'You are invited to Order Portal',
      footnote:
        'You get this mail because the person named above entered your e-mail address. If you do not know why, there is nothing to do: no account is opened unless you choose a password.',
    },
    paragraph('greeting', greeting(mail.name)),
    paragraph('lead', `${mail.invitedBy} invites you to Order Portal as ${place}.`),
    paragraph('how', 'Choose a password to complete your registration:'),
    button(mail.link, 'Complete Registration'),
    paragraph('limit', `The link is good until ${formatMoment(mail.expiresAt)} and can be used once.`),
    ...accessEnd,
    addressToCopy(mail.link),
  );
  return { subject: 'Your invitation to Order Portal', body };
}
