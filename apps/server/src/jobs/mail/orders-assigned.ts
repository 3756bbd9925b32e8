import { Button } from '@react-email/button';
import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import { createElement, type ReactElement } from 'react';
import { buttonStyle, greeting, linkStyle, mailLayout, paragraphStyle } from './layout.ts';
import { formatMoment } from './moment.ts';
import type { MailOfKind } from './portal-mail.ts';

/** Tells a guest of orders that it sees from now on; their numbers are not the guest's to know. */
export function ordersAssignedMail(mail: MailOfKind<'orders-assigned'>): { subject: string; body: ReactElement } {
  const orders = mail.orders === 1 ? 'an order' : `${mail.orders} orders`;
  const until =
    mail.endsAt === null ? '' : ` You see ${mail.orders === 1 ? 'it' : 'them'} until ${formatMoment(mail.endsAt)}.`;
  const paragraph = (key: string, text: string) => createElement(Text, { key, style: paragraphStyle }, text);
  const body = mailLayout(
    {
      preview: `${mail.by} assigned ${orders} to you`,
      heading: mail.orders === 1 ? 'An order was assigned to you' : 'Orders were assigned to you',
      footnote: 'You get this mail because you are a guest at Order Portal.',
    },
    paragraph('greeting', greeting(mail.name)),
    paragraph('what', `${mail.by} assigned ${orders} to you.${until}`),
    mail.note === '' ? null : paragraph('note', `“${mail.note}”`),
    createElement(Button, { key: 'button', href: mail.link, style: buttonStyle }, 'View in Order Portal'),
    createElement(
      Text,
      { key: 'copy', style: paragraphStyle },
      'If the button does not work, copy this address into your browser: ',
      createElement(Link, { href: mail.link, style: linkStyle }, mail.link),
    ),
  );
  return { subject: mail.orders === 1 ? 'An order was assigned to you' : 'Orders were assigned to you', body };
}
