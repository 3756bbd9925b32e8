import { addressToCopy, button, formatMoment, greeting, type MailContent } from './layout.ts';
import type { MailOfKind } from './portal-mail.ts';

const labels = {
  orders: 'sales orders',
  customers: 'customers',
  fulfillments: 'fulfillments',
  invoices: 'invoices',
} as const;

const texts = {
  stale: {
    raised: 'The mirror of NetSuite is out of date',
    over: 'The mirror of NetSuite is up to date again',
    hint: 'Until then, the portal shows the records as they were. The sync page shows what NetSuite answered.',
    overHint: 'Syncs with NetSuite complete again. No action is needed.',
  },
  held: {
    raised: 'A deletion waits for your decision',
    over: 'No deletion is waiting any more',
    hint: 'NetSuite has no record of their deletion. A role that was restricted looks the same, so they stay in the portal until an administrator confirms the deletion or keeps them.',
    overHint: 'The held records were decided on, or NetSuite returns them again. No action is needed.',
  },
} as const;

/** Notifies an administrator that the sync needs attention, or no longer does. */
export function syncAlertMail(mail: MailOfKind<'sync-alert'>): MailContent {
  const { name, problem, isOver, mirrors, reason, link } = mail;
  const text = texts[problem];
  const subject = isOver ? text.over : text.raised;
  const footnote = isOver
    ? "You're receiving this email because you are an administrator of Order Portal."
    : "You're receiving this email because you are an administrator of Order Portal. One more follows when this is over.";
  return {
    subject,
    footnote,
    content: [
      greeting(name),
      ...mirrors.map((mirror) => describe(problem, mirror)),
      reason === null || isOver ? null : `The latest sync failed: ${reason}`,
      isOver ? text.overHint : text.hint,
      button(link, 'Open the sync page'),
      addressToCopy(link),
    ],
  };
}

function describe(
  problem: MailOfKind<'sync-alert'>['problem'],
  { kind, since, records }: MailOfKind<'sync-alert'>['mirrors'][number],
): string {
  const moment = since === null ? null : formatMoment(since);
  if (problem === 'held') return `Since ${moment}, NetSuite no longer returns ${records} ${labels[kind]}.`;
  return moment === null
    ? `No sync of ${labels[kind]} has completed yet.`
    : `The last complete sync of ${labels[kind]} was on ${moment}.`;
}
