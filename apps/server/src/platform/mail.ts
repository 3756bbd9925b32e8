import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { type Clock, secondMs } from './clock.ts';

/** One email to one recipient, as HTML and as plain text. */
export type MailMessage = {
  /** The same in every attempt to send the email: its Message-ID, by which receivers recognize one that they have. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Further headers by name. */
  headers?: Record<string, string>;
};

export type Mailer = {
  /** Sends one email through the mail server; throws if the server rejects it or is unavailable. */
  send(message: MailMessage): Promise<void>;
  /** Whether the mail server would accept an email now. Checked at most once every few seconds. */
  isReachable(): Promise<boolean>;
  close(): void;
};

export type MailOptions = {
  /**
   * smtp://user:password@host:port, or smtps:// for TLS from the first byte. STARTTLS is required, except on this
   * machine or if the URL disables it: smtp://relay:25?requireTLS=false.
   */
  url: string;
  /** Sender, `Order Portal <portal@example.com>`. */
  from: string;
  /** Called with the reason why the mail server cannot be used: unavailable, no TLS, or invalid credentials. */
  onUnreachable?: (error: unknown) => void;
};

/** These emails contain codes and links that give access to accounts. */
const isThisMachine = (url: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

const reachableForMs = 5 * secondMs;
const unreachableForMs = secondMs;

/** Sends email by SMTP. */
export function createMailer(options: MailOptions, clock: Clock): Mailer {
  const transport = createTransport({
    url: options.url,
    requireTLS: !isThisMachine(options.url),
    connectionTimeout: 5 * secondMs,
    greetingTimeout: 5 * secondMs,
    socketTimeout: 30 * secondMs,
  });
  const domain = options.from.slice(options.from.lastIndexOf('@') + 1).replace(/>\s*$/, '');
  let last: { answer: Promise<boolean>; until: number } | undefined;
  const ask = async () => {
    const reachable = await transport.verify().then(
      () => true,
      (error: unknown) => {
        options.onUnreachable?.(error);
        return false;
      },
    );
    last = {
      answer: Promise.resolve(reachable),
      until: clock.now().getTime() + (reachable ? reachableForMs : unreachableForMs),
    };
    return reachable;
  };
  return {
    send: async ({ id, ...message }) => {
      await transport.sendMail({ from: options.from, messageId: `<${id}@${domain}>`, ...message });
    },
    isReachable: () => {
      if (last !== undefined && clock.now().getTime() < last.until) return last.answer;
      const answer = ask();
      last = { answer, until: Number.POSITIVE_INFINITY };
      return answer;
    },
    close: () => transport.close(),
  };
}

const recipientRejection = z.object({
  command: z.literal('RCPT TO'),
  responseCode: z.number().min(500),
  // Bad address, disabled mailbox, or a server without enhanced status codes (RFC 3463). Others of class 5 may pass: a
  // full mailbox, or a server that relays nothing because its configuration or ours is wrong.
  response: z.string().regex(/^5\d\d[ -](5\.1\.\d|5\.2\.1\b|(?!5\.\d))/),
});

/**
 * SMTP response code with which the mail server rejects the recipient for good; undefined for all other errors of
 * `send`, which are worth a retry.
 */
export function recipientRejectionCode(error: unknown): number | undefined {
  return recipientRejection.safeParse(error).data?.responseCode;
}
