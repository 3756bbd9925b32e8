import { addressToCopy, button, greeting, type MailContent, mailLayout, paragraph, quoteName } from './layout.ts';
import { formatMoment } from './moment.ts';
import type { MailOfKind } from './portal-mail.ts';

/**
 * Asks the owner of a new address to confirm it. The reader may have no account, so it names the account only by its
 * address.
 */
export function confirmEmailMail(mail: MailOfKind<'confirm-email'>): MailContent {
  const body = mailLayout(
    {
      preview: 'Confirm your email address for Order Portal',
      heading: 'Confirm your email address',
      footnote:
        "You're receiving this email because an administrator of Order Portal entered your address. If you don't recognize the account, ignore this email: nothing changes unless you confirm.",
    },
    paragraph('greeting', greeting(null)),
    paragraph(
      'what',
      `${quoteName(mail.requestedBy.name)} (${mail.requestedBy.email}) asked to use ${mail.to} for signing in to the Order Portal account ${mail.accountEmail}.`,
    ),
    paragraph('how', 'If this account is yours, confirm the new address:'),
    button(mail.link, 'Confirm Email Address'),
    paragraph('limit', `The link expires on ${formatMoment(mail.expiresAt)} and can be used once.`),
    addressToCopy(mail.link),
  );
  return { subject: 'Confirm your email address for Order Portal', body };
}
