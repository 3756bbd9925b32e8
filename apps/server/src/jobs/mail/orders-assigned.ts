import {
  addressToCopy,
  button,
  greeting,
  type MailContent,
  mailLayout,
  paragraph,
  quoteName,
  quoteNote,
} from './layout.ts';
import { formatEnd } from './moment.ts';
import type { MailOfKind } from './portal-mail.ts';

/** Notifies a guest of newly assigned orders. Contains no order numbers, which the guest must not learn. */
export function ordersAssignedMail(mail: MailOfKind<'orders-assigned'>): MailContent {
  const orders = mail.orders === 1 ? 'an order' : `${mail.orders} orders`;
  const until =
    mail.endsAt === null ? '' : ` You can view ${mail.orders === 1 ? 'it' : 'them'} ${formatEnd(mail.endsAt)}.`;
  const body = mailLayout(
    {
      preview: `${quoteName(mail.by)} assigned ${orders} to you`,
      heading: mail.orders === 1 ? 'An order was assigned to you' : 'Orders were assigned to you',
      footnote: "You're receiving this email because you are a guest at Order Portal.",
    },
    paragraph('greeting', greeting(mail.name)),
    paragraph('what', `${quoteName(mail.by)} assigned ${orders} to you.${until}`),
    mail.note === '' ? null : paragraph('note', `${quoteName(mail.by)} wrote: ${quoteNote(mail.note)}`),
    button(mail.link, 'View in Order Portal'),
    addressToCopy(mail.link),
  );
  return { subject: mail.orders === 1 ? 'An order was assigned to you' : 'Orders were assigned to you', body };
}
