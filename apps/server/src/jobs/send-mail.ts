import type { Clock } from '../platform/clock.ts';
import { type Key, seal, unseal } from '../platform/crypto.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { type Mailer, recipientRejectionCode } from '../platform/mail.ts';
import { type RenderedMail, renderMail } from './mail/mails.ts';
import { type MailOfKind, type PortalMail, portalMail } from './mail/portal-mail.ts';
import { type JobKind, type JobQueue, type Worker, worker } from './queue.ts';

/** Data in the job table. The mail is encrypted, since it may contain a code or a link. */
type SendMailJob = { kind: PortalMail['kind']; sealed: string; uselessAfter: string | null };

/** A mail to send. Retried after 1, 2, 4 … seconds, then every minute, for about three days. */
export const sendMailJob: JobKind<SendMailJob> = {
  name: 'send-mail',
  options: {
    retryLimit: 4500,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 120,
    retentionSeconds: 4 * 24 * 60 * 60,
    deleteAfterSeconds: 60 * 60,
  },
};

/** How an attempt to send a mail ended; `failed` is retried. */
export type MailOutcome = 'sent' | 'failed' | 'dropped';

/** Queue of outgoing mails. */
export type Outbox = {
  /** Queues a mail in the caller's transaction. After `uselessAfter` it is dropped instead of sent. */
  post(transaction: Database, mail: PortalMail, uselessAfter?: Date): Promise<void>;
  /** Queues any number of mails in one statement. */
  postAll(transaction: Database, mails: readonly PortalMail[], uselessAfter?: Date): Promise<void>;
};

/** Encrypts the queued mails with `key`. */
export function createOutbox(queue: JobQueue, key: Key): Outbox {
  const toJob = (mail: PortalMail, uselessAfter?: Date): SendMailJob => ({
    kind: mail.kind,
    sealed: seal(key, JSON.stringify(mail)),
    uselessAfter: uselessAfter?.toISOString() ?? null,
  });
  return {
    post: (transaction, mail, uselessAfter) => queue.enqueue(transaction, sendMailJob, toJob(mail, uselessAfter)),
    postAll: (transaction, mails, uselessAfter) =>
      queue.enqueueAll(
        transaction,
        sendMailJob,
        mails.map((mail) => toJob(mail, uselessAfter)),
      ),
  };
}

/** Headers by which mail programs offer to unsubscribe with one click (RFC 8058, section 3.1). */
function unsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Sends queued mail. Retries while the SMTP server is unavailable or misconfigured; gives up only when a recipient is
 * permanently rejected or the mail has expired.
 */
export function createMailWorker(options: {
  mailer: Mailer;
  key: Key;
  clock: Clock;
  log: Logger;
  /** Called after each attempt. */
  onAttempt?: (outcome: MailOutcome) => void;
  /** Reads the content of a mail about followed orders; undefined if there is nothing to send any more. */
  composeOrderNews: (mail: MailOfKind<'order-news'>) => Promise<MailOfKind<'order-updates'> | undefined>;
  /** Called when such a mail was sent or dropped. */
  onOrderNewsEnd: (mail: MailOfKind<'order-news'>) => Promise<void>;
}): Worker {
  const { mailer, key, clock, log, onAttempt, composeOrderNews, onOrderNewsEnd } = options;
  const run = async (job: SendMailJob, id: string) => {
    if (job.uselessAfter !== null && new Date(job.uselessAfter) <= clock.now()) {
      log.warn({ kind: job.kind }, 'mail dropped: too late to be of use');
      onAttempt?.('dropped');
      return;
    }
    const queued = portalMail.parse(JSON.parse(unseal(key, job.sealed)));
    const mail = queued.kind === 'order-news' ? await composeOrderNews(queued) : queued;
    if (mail !== undefined) await send(mail, id, job.kind);
    if (queued.kind === 'order-news') await onOrderNewsEnd(queued);
  };
  const send = async (mail: RenderedMail, id: string, kind: PortalMail['kind']) => {
    const headers = mail.kind === 'order-updates' ? unsubscribeHeaders(mail.unsubscribeUrl) : {};
    try {
      await mailer.send({ id, to: mail.to, ...(await renderMail(mail)), headers });
      onAttempt?.('sent');
    } catch (error) {
      const responseCode = recipientRejectionCode(error);
      onAttempt?.(responseCode === undefined ? 'failed' : 'dropped');
      if (responseCode === undefined) throw new Error(`mail of kind ${kind} was not sent`, { cause: error });
      log.error({ kind, responseCode }, 'mail dropped: the mail server rejects the recipient');
    }
  };
  return worker(sendMailJob, run, { concurrency: 4 });
}
