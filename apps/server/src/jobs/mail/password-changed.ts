import { greeting, link, type MailContent, mailLayout, paragraph } from './layout.ts';
import { formatMoment } from './moment.ts';
import type { MailOfKind } from './portal-mail.ts';

/** Tells the owner of an account that its password is another one, in case it was somebody else's doing. */
export function passwordChangedMail(mail: MailOfKind<'password-changed'>): MailContent {
  const when = formatMoment(mail.at);
  const body = mailLayout(
    {
      preview: 'The password of your Order Portal account was changed',
      heading: 'Your password was changed',
      footnote: 'You get this mail because it concerns the safety of your account.',
    },
    paragraph('greeting', greeting(mail.name)),
    paragraph(
      'what',
      `the password of your account ${mail.to} was changed on ${when}, and you were signed out on all devices.`,
    ),
    paragraph('fine', 'If it was you, all is well.'),
    paragraph(
      'else',
      'If it was not you, set a new password at once at ',
      link(mail.forgotPasswordUrl),
      ' and tell your system administrator.',
    ),
  );
  return { subject: 'Your Order Portal password was changed', body };
}
