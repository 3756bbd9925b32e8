import { greeting, type MailContent, mailLayout, paragraph } from './layout.ts';
import { formatMoment } from './moment.ts';
import type { MailOfKind } from './portal-mail.ts';

/** Notifies the owner of an account that it was deleted. */
export function accountEndedMail(mail: MailOfKind<'account-ended'>): MailContent {
  const when = formatMoment(mail.at);
  const body = mailLayout(
    {
      preview: 'Your Order Portal account was deleted',
      heading: 'Your account was deleted',
      footnote: "You're receiving this email because you had an account at Order Portal. No more emails will follow.",
    },
    paragraph('greeting', greeting(mail.name)),
    paragraph(
      'what',
      `An administrator deleted your account ${mail.to} on ${when}. You were signed out on all devices and can no longer sign in.`,
    ),
    paragraph('mistake', 'If you think that this is a mistake, ask your system administrator for a new invitation.'),
  );
  return { subject: 'Your Order Portal account was deleted', body };
}
