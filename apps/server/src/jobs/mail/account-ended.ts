import { greeting, type MailContent, mailLayout, paragraph } from './layout.ts';
import { formatMoment } from './moment.ts';
import type { MailOfKind } from './portal-mail.ts';

/** Tells the owner of an account that it was deleted. */
export function accountEndedMail(mail: MailOfKind<'account-ended'>): MailContent {
  const when = formatMoment(mail.at);
  const body = mailLayout(
    {
      preview: 'Your Order Portal account was deleted',
      heading: 'Your account was deleted',
      footnote: 'You get this mail because you had an account at Order Portal. It is the last one about it.',
    },
    paragraph('greeting', greeting(mail.name)),
    paragraph(
      'what',
      `an administrator deleted your account ${mail.to} on ${when}. You were signed out on all devices and cannot sign in any more.`,
    ),
    paragraph('mistake', 'If you think that this is a mistake, ask your system administrator for a new invitation.'),
  );
  return { subject: 'Your Order Portal account was deleted', body };
}
