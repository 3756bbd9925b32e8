import { lastDayOf } from '@portal/contract/last-day';
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement, type ReactElement, type ReactNode } from 'react';

const font = "'Inter', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";
const styles = {
  body: { backgroundColor: '#f4f4f5', fontFamily: font, margin: 0, padding: '32px 12px' },
  card: {
    backgroundColor: '#ffffff',
    borderRadius: 12,
    padding: '32px 36px',
    maxWidth: 480,
    border: '1px solid #e4e4e7',
  },
  brand: { color: '#52525b', fontSize: 13, fontWeight: 600, margin: '0 0 20px' },
  heading: { color: '#18181b', fontSize: 22, lineHeight: '30px', margin: '0 0 12px' },
  rule: { borderColor: '#e4e4e7', margin: '28px 0 16px' },
  small: { color: '#71717a', fontSize: 12, lineHeight: '18px', margin: 0 },
  paragraph: { color: '#3f3f46', fontSize: 15, lineHeight: '24px', margin: '0 0 12px' },
  // Long words may break anywhere.
  link: { color: '#2456d6', wordBreak: 'break-all' },
  button: {
    backgroundColor: '#2456d6',
    borderRadius: 8,
    color: '#ffffff',
    fontSize: 15,
    fontWeight: 600,
    margin: '12px 0 20px',
    padding: '12px 20px',
  },
  code: {
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
  },
} as const;

/** Content of a mail before rendering. `footnote` says why the recipient gets it. */
export type MailContent = {
  subject: string;
  /** The subject if absent. */
  preview?: string;
  /** The subject if absent. */
  heading?: string;
  footnote: string;
  /** A link after the footnote. */
  footnoteLink?: { text: string; address: string };
  /** A text is a paragraph of its own. */
  content: readonly (string | ReactElement | null)[];
};

/** A paragraph with links. */
export function paragraph(...content: ReactNode[]): ReactElement {
  return createElement(Text, { style: styles.paragraph }, ...content);
}

const MAX_NAME = 60;
const MAX_NOTE = 300;

/**
 * Quotes a name or note chosen by a user: on one line, truncated, and spaced so that mail clients do not turn it into a
 * link. The quotation marks distinguish it from the portal's own text.
 */
export function quoteName(name: string): string {
  return `“${toPlainLine(name, MAX_NAME)}”`;
}

/** Like `quoteName`, for longer text. */
export function quoteNote(note: string): string {
  return `“${toPlainLine(note, MAX_NOTE)}”`;
}

/** A name from NetSuite, which needs no quotation marks; otherwise like `quoteName`. */
export function plainName(name: string): string {
  return toPlainLine(name, MAX_NAME);
}

function toPlainLine(text: string, most: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').replaceAll(/[“”]/g, '"').trim();
  const characters = [...line];
  const cut = characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
  return cut
    .replaceAll(/\.(?=[\p{L}\p{N}])/gu, '. ')
    .replaceAll('://', ': //')
    .replaceAll(/@(?=\S)/g, '@ ');
}

/** A link within a paragraph that shows its URL. */
export function link(address: string): ReactElement {
  return createElement(Link, { href: address, style: styles.link }, address);
}

/** The mail's main link, shown as a button. */
export function button(address: string, text: string): ReactElement {
  return createElement(Button, { href: address, style: styles.button }, text);
}

/** The button's URL as text, for clients that show no buttons. */
export function addressToCopy(address: string): ReactElement {
  return paragraph('If the button does not work, copy this address into your browser: ', link(address));
}

/** "Hello Ada," or, without a name, "Hello,". Only for account owners: an invitation can contain any name. */
export function greeting(name: string | null): string {
  return name === null ? 'Hello,' : `Hello ${toPlainLine(name, MAX_NAME)},`;
}

/** A one-time code in large digits. */
export function codeBlock(code: string): ReactElement {
  return createElement(Text, { style: styles.code }, code);
}

/** The layout of every mail. */
export function mailLayout(mail: MailContent): ReactElement {
  const { subject, preview = subject, heading = subject, footnote, footnoteLink, content } = mail;
  const parts = content.map((part) => (typeof part === 'string' ? paragraph(part) : part));
  return createElement(
    Html,
    { lang: 'en' },
    createElement(Head),
    createElement(Preview, null, preview),
    createElement(
      Body,
      { style: styles.body },
      createElement(
        Container,
        { style: styles.card },
        createElement(Text, { style: styles.brand }, 'Order Portal'),
        createElement(Heading, { as: 'h1', style: styles.heading }, heading),
        createElement(Section, null, ...parts),
        createElement(Hr, { style: styles.rule }),
        createElement(
          Text,
          { style: styles.small },
          footnote,
          ...(footnoteLink === undefined
            ? []
            : [' ', createElement(Link, { href: footnoteLink.address, style: styles.link }, footnoteLink.text)]),
        ),
      ),
    ),
  );
}

const longDay = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export function formatDay(day: string): string {
  return longDay.format(new Date(day));
}

/** Formats an instant (ISO 8601) in UTC, because the reader's time zone is unknown. */
export function formatMoment(instant: string): string {
  return `${moment.format(new Date(instant))} UTC`;
}

/**
 * Formats the end of access (ISO 8601): "through November 30, 2026" for the end of a day where it was chosen, otherwise
 * "until" the minute in UTC.
 */
export function formatEnd(instant: string): string {
  const lastDay = lastDayOf(instant);
  return lastDay === undefined ? `until ${formatMoment(instant)}` : `through ${formatDay(lastDay)}`;
}
