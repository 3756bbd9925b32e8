import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import { createElement, type ReactElement } from 'react';
import { greeting, linkStyle, mailLayout, paragraphStyle } from './layout.ts';
import { formatMoment } from './moment.ts';
import type { MailOfKind } from './portal-mail.ts';

/** Tells the owner of an account that its password is another one, in case it was somebody else's doing. */
export function passwordChangedMail(mail: MailOfKind<'password-changed'>): { subject: string; body: ReactElement } {
  const when = formatMoment(mail.at);
  const body = mailLayout(
    {
      preview: 'The password of your Order Portal account was changed',
      heading: 'Your password was changed',
      footnote: 'You get this mail because it concerns the safety of your account.',
    },
    createElement(Text, { key: 'greeting', style: paragraphStyle }, greeting(mail.name)),
    createElement(
      Text,
      { key: 'what', style: paragraphStyle },
      `the password of your account ${mail.to} was changed on ${when}, and you were signed out on all devices.`,
    ),
    createElement(Text, { key: 'fine', style: paragraphStyle }, 'If it was you, all is well.'),
    createElement(
      Text,
      { key: 'else', style: paragraphStyle },
      'If it was not you, set a new password at once at ',
      createElement(Link, { href: mail.forgotPasswordUrl, style: linkStyle }, mail.forgotPasswordUrl),
      ' and tell your system administrator.',
    ),
  );
  return { subject: 'Your Order Portal password was changed', body };
}
