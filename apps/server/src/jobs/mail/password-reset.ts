import { Button } from '@react-email/button';
import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import { createElement, type ReactElement } from 'react';
import { buttonStyle, greeting, linkStyle, mailLayout, paragraphStyle } from './layout.ts';
import type { MailOfKind } from './portal-mail.ts';

/** The link to a new password. It opens a page that acts on its button alone: mail scanners open links. */
export function passwordResetMail(mail: MailOfKind<'password-reset'>): { subject: string; body: ReactElement } {
  const body = mailLayout(
    {
      preview: 'Choose a new password for Order Portal',
      heading: 'Reset your password',
      footnote:
        'You get this mail because somebody asked for it on the portal’s sign-in page. If it was not you, there is nothing to do: your password stays as it is.',
    },
    createElement(Text, { key: 'greeting', style: paragraphStyle }, greeting(mail.name)),
    createElement(Text, { key: 'lead', style: paragraphStyle }, 'choose a new password with this link:'),
    createElement(Button, { key: 'button', href: mail.link, style: buttonStyle }, 'Set New Password'),
    createElement(
      Text,
      { key: 'limit', style: paragraphStyle },
      `It is good for ${mail.minutes} minutes and can be used once. You will be signed out on all devices.`,
    ),
    createElement(
      Text,
      { key: 'copy', style: paragraphStyle },
      'If the button does not work, copy this address into your browser: ',
      createElement(Link, { href: mail.link, style: linkStyle }, mail.link),
    ),
  );
  return { subject: 'Reset your Order Portal password', body };
}
