import { addressToCopy, button, greeting, type MailContent, mailLayout, paragraph } from './layout.ts';
import type { MailOfKind } from './portal-mail.ts';

/** The link to a new password. It opens a page that acts on its button alone: mail scanners open links. */
export function passwordResetMail(mail: MailOfKind<'password-reset'>): MailContent {
  const body = mailLayout(
    {
      preview: 'Choose a new password for Order Portal',
      heading: 'Reset your password',
      footnote:
        'You get this mail because somebody asked for it on the portal’s sign-in page. If it was not you, there is nothing to do: your password stays as it is.',
    },
    paragraph('greeting', greeting(mail.name)),
    paragraph('lead', 'choose a new password with this link:'),
    button(mail.link, 'Set New Password'),
    paragraph(
      'limit',
      `It is good for ${mail.minutes} minutes and can be used once. You will be signed out on all devices.`,
    ),
    addressToCopy(mail.link),
  );
  return { subject: 'Reset your Order Portal password', body };
}
