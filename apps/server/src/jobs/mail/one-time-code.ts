import { Text } from '@react-email/text';
import { createElement } from 'react';
import { greeting, type MailContent, mailLayout, paragraph } from './layout.ts';
import type { MailOfKind } from './portal-mail.ts';

const codeStyle = {
  backgroundColor: '#f4f4f5',
  borderRadius: 8,
  color: '#18181b',
  fontFamily: "'SF Mono', Menlo, Consolas, monospace",
  fontSize: 32,
  fontWeight: 700,
  letterSpacing: 8,
  lineHeight: '40px',
  margin: '20px 0',
  padding: '16px 0',
  textAlign: 'center',
} as const;

/** The code of a sign-in in progress. Only the body contains it, because lock screens show subjects. */
export function oneTimeCodeMail(mail: MailOfKind<'one-time-code'>): MailContent {
  const body = mailLayout(
    {
      preview: 'Your authentication code for Order Portal',
      heading: 'Your authentication code',
      footnote:
        "You're receiving this email because somebody signed in with your password. If this was not you, tell your system administrator and reset your password.",
    },
    paragraph('greeting', greeting(mail.name)),
    paragraph('lead', 'Enter this code to finish signing in:'),
    createElement(Text, { key: 'code', style: codeStyle }, mail.code),
    paragraph(
      'limit',
      `It expires in ${mail.minutes} minutes and works once. Nobody at Order Portal will ever ask you for it.`,
    ),
  );
  return { subject: 'Your Order Portal authentication code', body };
}
