import { greeting, type MailContent, mailLayout, paragraph, quoteName } from './layout.ts';
import { formatMoment } from './moment.ts';
import type { MailOfKind } from './portal-mail.ts';

/** Notifies the owner of an account, at the current address, that another address was entered for it. */
export function emailChangeNoticeMail(mail: MailOfKind<'email-change-notice'>): MailContent {
  const body = mailLayout(
    {
      preview: 'A new email address was entered for your Order Portal account',
      heading: 'Your email address is about to change',
      footnote: "You're receiving this email because it concerns the security of your account.",
    },
    paragraph('greeting', greeting(mail.name)),
    paragraph(
      'what',
      `${quoteName(mail.requestedBy.name)} (${mail.requestedBy.email}) entered ${mail.newEmail} as the new email address of your account ${mail.to} on ${formatMoment(mail.at)}.`,
    ),
    paragraph('until', `You keep signing in with ${mail.to} until the new address is confirmed.`),
    paragraph('fine', 'If you expected this, no action is needed.'),
    paragraph('else', "If you didn't, tell your system administrator right away."),
  );
  return { subject: 'Your Order Portal email address is about to change', body };
}
