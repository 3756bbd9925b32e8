import { addressToCopy, button, greeting, type MailContent, mailLayout, paragraph } from './layout.ts';
import type { MailOfKind } from './portal-mail.ts';

/** The link to set a new password. Its page acts only on its button, because mail scanners open links. */
export function passwordResetMail(mail: MailOfKind<'password-reset'>): MailContent {
  const body = mailLayout(
    {
      preview: 'Choose a new password for Order Portal',
      heading: 'Reset your password',
      footnote:
        "You're receiving this email because somebody requested it on the sign-in page. If this was not you, no action is needed: your password stays the same.",
    },
    paragraph('greeting', greeting(mail.name)),
    paragraph('lead', 'Choose a new password with this link:'),
    button(mail.link, 'Set New Password'),
    paragraph(
      'limit',
      `It expires in ${mail.minutes} minutes and can be used once. You will be signed out on all devices.`,
    ),
    addressToCopy(mail.link),
  );
  return { subject: 'Reset your Order Portal password', body };
}
