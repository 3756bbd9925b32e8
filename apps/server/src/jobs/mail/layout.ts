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
  // A long one breaks anywhere.
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
} as const;

/** What a mail says, not rendered yet. */
export type MailContent = { subject: string; body: ReactElement };

/** A paragraph of a mail; `key` tells it from its neighbours. */
export function paragraph(key: string, ...content: ReactNode[]): ReactElement {
  return createElement(Text, { key, style: styles.paragraph }, ...content);
}

const MAX_NAME = 60;
const MAX_NOTE = 300;

/**
 * A name or note that some user chose, in quotation marks: one line, cut, and spaced so that mail programs make no link
 * of it. Whoever reads a mail can tell it from the portal's own words.
 */
export function quoteName(name: string): string {
  return `“${toPlainLine(name, MAX_NAME)}”`;
}

/** `quoteName` for a longer text. */
export function quoteNote(note: string): string {
  return `“${toPlainLine(note, MAX_NOTE)}”`;
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

/** An address within a paragraph, which leads where it says. */
export function link(address: string): ReactElement {
  return createElement(Link, { href: address, style: styles.link }, address);
}

/** A link that stands out as a mail's one thing to do. */
export function button(address: string, text: string): ReactElement {
  return createElement(Button, { key: 'button', href: address, style: styles.button }, text);
}

/** The address behind the button, for programs that show none. */
export function addressToCopy(address: string): ReactElement {
  return paragraph('copy', 'If the button does not work, copy this address into your browser: ', link(address));
}

/** "Hello Ada," or, where no name is known, "Hello,". For owners of accounts alone: anybody can be invited by any name. */
export function greeting(name: string | null): string {
  return name === null ? 'Hello,' : `Hello ${toPlainLine(name, MAX_NAME)},`;
}

/** The frame that every mail of the portal has. `footnote` says why one got it. */
export function mailLayout(
  options: { preview: string; heading: string; footnote: string },
  ...content: ReactNode[]
): ReactElement {
  return createElement(
    Html,
    { lang: 'en' },
    createElement(Head),
    createElement(Preview, null, options.preview),
    createElement(
      Body,
      { style: styles.body },
      createElement(
        Container,
        { style: styles.card },
        createElement(Text, { style: styles.brand }, 'Order Portal'),
        createElement(Heading, { as: 'h1', style: styles.heading }, options.heading),
        createElement(Section, null, ...content),
        createElement(Hr, { style: styles.rule }),
        createElement(Text, { style: styles.small }, options.footnote),
      ),
    ),
  );
}
