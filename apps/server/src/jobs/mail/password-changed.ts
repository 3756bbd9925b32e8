import { greeting, link, type MailContent, mailLayout, paragraph } from './layout.ts';
import { formatMoment } from './moment.ts';
import type { MailOfKind, PasswordChange } from './portal-mail.ts';

/** Describes how the password was changed. */
const happened: Record<PasswordChange, (account: string, when: string) => string> = {
  'reset link': (account, when) =>
    `The password of your account ${account} was changed with a reset link on ${when}. You were signed out on all devices.`,
  owner: (account, when) =>
    `The password of your account ${account} was changed in your profile on ${when}. You were signed out on all other devices.`,
  administrator: (account, when) =>
    `An administrator set a new password for your account ${account} on ${when}. You were signed out on all devices.`,
};

/** Notifies the owner of an account that its password was changed, in case the owner did not do it. */
export function passwordChangedMail(mail: MailOfKind<'password-changed'>): MailContent {
  const when = formatMoment(mail.at);
  const body = mailLayout(
    {
      preview: 'The password of your Order Portal account was changed',
      heading: 'Your password was changed',
      footnote: "You're receiving this email because it concerns the security of your account.",
    },
    paragraph('greeting', greeting(mail.name)),
    paragraph('what', happened[mail.by](mail.to, when)),
    paragraph('fine', 'If you expected this, no action is needed.'),
    paragraph(
      'else',
      "If you didn't, set a new password right away at ",
      link(mail.forgotPasswordUrl),
      ' and tell your system administrator.',
    ),
  );
  return { subject: 'Your Order Portal password was changed', body };
}
