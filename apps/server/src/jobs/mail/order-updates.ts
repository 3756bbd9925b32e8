import { addressToCopy, button, greeting, link, type MailContent, paragraph } from './layout.ts';
import type { MailOfKind } from './portal-mail.ts';

/** Mail to a user about what happened to orders that it follows or papers that were asked for, grouped by order. */
export function orderUpdatesMail({
  name,
  updates,
  ordersUrl,
  unsubscribeUrl,
}: MailOfKind<'order-updates'>): MailContent {
  const orders = new Map<string, { name: string | null; link: string; texts: string[] }>();
  const summaries: string[] = [];
  for (const update of updates) {
    if ('changes' in update) {
      const count = update.orders === 1 ? 'one order' : `${update.orders.toLocaleString('en-US')} orders`;
      const changes = `${update.changes.toLocaleString('en-US')} changes to`;
      summaries.push(update.isTruncated ? `More than ${changes} at least ${count}.` : `${changes} ${count}.`);
      continue;
    }
    const order = orders.get(update.orderId) ?? { name: update.name, link: update.link, texts: [] };
    order.texts.push(update.text);
    orders.set(update.orderId, order);
  }
  const papers = updates.flatMap((update) => ('isPaper' in update && update.isPaper ? [update.text] : []));
  const isOnlyPapers = papers.length === updates.length;
  const isOne = orders.size === 1 && summaries.length === 0;
  const ofFollowed = isOne ? 'An order you follow was updated' : 'Orders you follow were updated';
  // A summary may be of papers, of followed orders or of both.
  const changed = summaries.length > 0 ? 'Orders were updated' : ofFollowed;
  const subject = isOnlyPapers ? nameFirst(papers) : changed;
  const [only] = [...orders.values()];
  const target = isOne && only !== undefined ? only.link : ordersUrl;
  return {
    subject,
    footnote: isOnlyPapers
      ? "You're receiving this email because of papers that were asked for in Order Portal."
      : summaries.length > 0
        ? "You're receiving this email because of orders that you follow or papers that were asked for in Order Portal."
        : "You're receiving this email because you follow orders in Order Portal.",
    footnoteLink: { text: 'Unsubscribe', address: unsubscribeUrl },
    content: [
      greeting(name),
      ...summaries,
      ...[...orders.values()].map((order) =>
        paragraph(`${order.name ?? 'Order'}: ${order.texts.join('; ')}. `, link(order.link)),
      ),
      button(target, 'View in Order Portal'),
      addressToCopy(target),
    ],
  };
}

/** `Proof of delivery wanted and 2 more`. */
function nameFirst([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}
