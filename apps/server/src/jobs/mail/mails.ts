import { render } from '@react-email/render';
import {
  addressToCopy,
  button,
  codeBlock,
  formatDay,
  formatEnd,
  formatMoment,
  greeting,
  link,
  type MailContent,
  mailLayout,
  paragraph,
  plainName,
  quoteName,
  quoteNote,
} from './layout.ts';
import { orderUpdatesMail } from './order-updates.ts';
import type { MailOfKind, PasswordChange, PortalMail } from './portal-mail.ts';
import { syncAlertMail } from './sync-alert.ts';

/** All mails but those that are composed when they are sent. */
export type RenderedMail = Exclude<PortalMail, { kind: 'order-news' }>;

/** Subject, HTML and plain text of a mail. */
export async function renderMail(mail: RenderedMail): Promise<{ subject: string; html: string; text: string }> {
  // Each kind has its own function; here only the union is known.
  const compose = mails[mail.kind] as (mail: RenderedMail) => MailContent;
  const content = compose(mail);
  const body = mailLayout(content);
  const [html, text] = await Promise.all([render(body), render(body, { plainText: true })]);
  return { subject: content.subject, html, text };
}

const aboutSecurity = "You're receiving this email because it concerns the security of your account.";

/** How a password was changed, in a sentence to its owner. */
const passwordChanges: Record<PasswordChange, (account: string, when: string) => string> = {
  'reset link': (account, when) =>
    `The password of your account ${account} was changed with a reset link on ${when}. You were signed out on all devices.`,
  owner: (account, when) =>
    `The password of your account ${account} was changed in your profile on ${when}. You were signed out on all other devices.`,
  administrator: (account, when) =>
    `An administrator set a new password for your account ${account} on ${when}. You were signed out on all devices.`,
};

/** "Reims, France · Vins et alcools Chevalier · 3 items · ordered May 4, 2026", as far as known. */
function describeOrder({ shipTo, customer, items, ordered }: MailOfKind<'orders-assigned'>['listed'][number]): string {
  const size = items === null ? null : `${items} ${items === 1 ? 'item' : 'items'}`;
  const date = ordered === null ? null : `ordered ${formatDay(ordered)}`;
  const parts = [shipTo, customer, size, date].flatMap((part) => (part === null ? [] : plainName(part)));
  return parts.length === 0 ? '• An order' : `• ${parts.join(' · ')}`;
}

const mails: { [Kind in RenderedMail['kind']]: (mail: MailOfKind<Kind>) => MailContent } = {
  /** The code of a sign-in in progress. Only the body contains it, because lock screens show subjects. */
  'one-time-code': ({ name, code, minutes }) => ({
    subject: 'Your Order Portal authentication code',
    preview: 'Your authentication code for Order Portal',
    heading: 'Your authentication code',
    footnote:
      "You're receiving this email because somebody signed in with your password. If this was not you, tell your system administrator and reset your password.",
    content: [
      greeting(name),
      'Enter this code to finish signing in:',
      codeBlock(code),
      `It expires in ${minutes} minutes and works once. Nobody at Order Portal will ever ask you for it.`,
    ],
  }),

  /** The link to set a new password. Its page acts only on its button, because mail scanners open links. */
  'password-reset': (mail) => ({
    subject: 'Reset your Order Portal password',
    preview: 'Choose a new password for Order Portal',
    heading: 'Reset your password',
    footnote:
      "You're receiving this email because somebody requested it on the sign-in page. If this was not you, no action is needed: your password stays the same.",
    content: [
      greeting(mail.name),
      'Choose a new password with this link:',
      button(mail.link, 'Set New Password'),
      `It expires in ${mail.minutes} minutes and can be used once. You will be signed out on all devices.`,
      addressToCopy(mail.link),
    ],
  }),

  /** Notifies the owner of an account that its password was changed, in case the owner did not do it. */
  'password-changed': (mail) => ({
    subject: 'Your Order Portal password was changed',
    preview: 'The password of your Order Portal account was changed',
    heading: 'Your password was changed',
    footnote: aboutSecurity,
    content: [
      greeting(mail.name),
      passwordChanges[mail.by](mail.to, formatMoment(mail.at)),
      mail.by === 'administrator'
        ? 'If you expected this, no action is needed.'
        : 'If this was you, no action is needed.',
      paragraph(
        'If not, set a new password right away at ',
        link(mail.forgotPasswordUrl),
        ' and tell your system administrator.',
      ),
    ],
  }),

  /**
   * Asks the owner of a new address to confirm it. The reader may have no account, so it names the account only by its
   * address.
   */
  'confirm-email': (mail) => ({
    subject: 'Confirm your email address for Order Portal',
    heading: 'Confirm your email address',
    footnote:
      "You're receiving this email because an administrator of Order Portal entered your address. If you don't recognize the account, ignore this email: nothing changes unless you confirm.",
    content: [
      greeting(null),
      `${quoteName(mail.requestedBy.name)} (${mail.requestedBy.email}) asked to use ${mail.to} for signing in to the Order Portal account ${mail.accountEmail}.`,
      'If this account is yours, confirm the new address:',
      button(mail.link, 'Confirm Email Address'),
      `The link expires on ${formatMoment(mail.expiresAt)} and can be used once.`,
      addressToCopy(mail.link),
    ],
  }),

  /** Notifies the owner of an account, at the current address, that another address was entered for it. */
  'email-change-notice': (mail) => ({
    subject: 'Your Order Portal email address is about to change',
    preview: 'A new email address was entered for your Order Portal account',
    heading: 'Your email address is about to change',
    footnote: aboutSecurity,
    content: [
      greeting(mail.name),
      `${quoteName(mail.requestedBy.name)} (${mail.requestedBy.email}) entered ${mail.newEmail} as the new email address of your account ${mail.to} on ${formatMoment(mail.at)}.`,
      `You keep signing in with ${mail.to} until the new address is confirmed.`,
      'If you expected this, no action is needed.',
      "If you didn't, tell your system administrator right away.",
    ],
  }),

  /**
   * The link to create an account. Its page acts only on its button, because mail scanners open links. The inviter
   * chooses the name and the recipient may be a stranger, so the name is quoted and never used as a greeting.
   */
  invitation: (mail) => {
    const inviter = `${quoteName(mail.invitedBy)}${mail.inviterEmail === undefined ? '' : ` (${mail.inviterEmail})`}`;
    const as = mail.name === null ? '' : `, as ${quoteName(mail.name)},`;
    const purpose =
      mail.companyName === null
        ? `join the ${mail.groupName} group in Order Portal`
        : `see ${mail.companyName}'s orders`;
    return {
      subject: 'Your invitation to Order Portal',
      preview: 'You are invited to Order Portal',
      heading: 'You are invited to Order Portal',
      footnote:
        "You're receiving this email because the person named above entered your email address. If you weren't expecting it, ignore it: no account is created unless you choose a password.",
      content: [
        greeting(null),
        `${inviter} invited you${as} to ${purpose}.`,
        'Choose a password to complete your registration:',
        button(mail.link, 'Complete Registration'),
        `The link expires on ${formatMoment(mail.expiresAt)} and can be used once.`,
        mail.accessEndsAt === null ? null : `You have access ${formatEnd(mail.accessEndsAt)}.`,
        addressToCopy(mail.link),
      ],
    };
  },

  /** Notifies the owner of an account that it was deleted. */
  'account-ended': (mail) => ({
    subject: 'Your Order Portal account was deleted',
    heading: 'Your account was deleted',
    footnote: "You're receiving this email because you had an account at Order Portal. No more emails will follow.",
    content: [
      greeting(mail.name),
      `An administrator deleted your account ${mail.to} on ${formatMoment(mail.at)}. You were signed out on all devices and can no longer sign in.`,
      'If you think that this is a mistake, ask your system administrator for a new invitation.',
    ],
  }),

  /** Notifies a guest of newly assigned orders. Contains no order numbers, which the guest must not learn. */
  'orders-assigned': (mail) => {
    const [orders, them] = mail.orders === 1 ? ['an order', 'it'] : [`${mail.orders} orders`, 'them'];
    const subject = mail.orders === 1 ? 'An order was assigned to you' : 'Orders were assigned to you';
    const until = mail.endsAt === null ? '' : ` You can view ${them} ${formatEnd(mail.endsAt)}.`;
    return {
      subject,
      preview: `${quoteName(mail.by)} assigned ${orders} to you`,
      footnote: "You're receiving this email because you are a guest at Order Portal.",
      content: [
        greeting(mail.name),
        `${quoteName(mail.by)} assigned ${orders} to you.${until}`,
        mail.note === '' ? null : `${quoteName(mail.by)} wrote: ${quoteNote(mail.note)}`,
        ...mail.listed.map(describeOrder),
        mail.listed.length > 0 && mail.orders > mail.listed.length
          ? `… and ${mail.orders - mail.listed.length} more`
          : null,
        button(mail.link, 'View in Order Portal'),
        addressToCopy(mail.link),
      ],
    };
  },

  'order-updates': orderUpdatesMail,
  'sync-alert': syncAlertMail,
};
