import type { SyncKind } from '@portal/contract/sync';
import { type Clock, minuteMs } from '../../platform/clock.ts';
import { mac, sameBytes } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database.ts';
import { badRequest, conflict, notFound } from '../../platform/errors.ts';
import { atMost, consume, countTries } from '../../platform/rate-limit.ts';
import { addChanges, takeChanges } from './queries.ts';

/** Largest difference between the sender's clock and the portal's. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * minuteMs;
/** How long signatures are remembered: as long as a timestamp can be accepted, with a margin for other processes. */
const replayWindow = atMost(1, 3 * MAX_CLOCK_DIFFERENCE_MS);
const notifications = {
  key: 'change-feed',
  limit: atMost(600, minuteMs),
  message: 'Too many notifications. Please wait a minute.',
};
/** Records that one query reads. */
const BATCH_SIZE = 200;

const kinds = new Map<string, SyncKind>([
  ['salesorder', 'orders'],
  ['customer', 'customers'],
  ['itemfulfillment', 'fulfillments'],
  ['invoice', 'invoices'],
]);

/** Headers and body of a notification as they were sent. */
export type SignedText = { timestamp: string; signature: string; body: string };

export type ChangeFeedDependencies = {
  db: Database;
  clock: Clock;
  secret: string | undefined;
  /** Queues a job that calls `readWaiting`. */
  enqueueRead: () => Promise<void>;
  /** Reads records from NetSuite by their ids and updates the mirror. */
  refresh: (kind: SyncKind, ids: readonly string[]) => Promise<void>;
};
export type ChangeFeedService = ReturnType<typeof createChangeFeedService>;

/**
 * Receives the ids of changed records from NetSuite's scripts and reads these records. It only makes the mirror
 * fresher: a notification carries no data, and whatever is lost is read by the next sync.
 */
export function createChangeFeedService({ db, clock, secret, enqueueRead, refresh }: ChangeFeedDependencies) {
  const key = secret === undefined ? undefined : Buffer.from(secret, 'utf8');

  return {
    /** Throws 404 if the feed is not configured, 400 for a wrong signature or time. */
    verify({ timestamp, signature, body }: SignedText): void {
      if (key === undefined) throw notFound('The change feed is not configured.');
      // Decoding ignores what follows the digits, which would make a repeated notification look like a new one.
      const isHex = /^[0-9a-f]*$/i.test(signature) && signature.length % 2 === 0;
      // SuiteScript may write the digits of a hash in upper case (docs/netsuite.md, Change feed).
      if (!isHex || !sameBytes(mac([key], `${timestamp}.${body}`), Buffer.from(signature, 'hex'))) {
        throw badRequest('The signature is missing or does not match the timestamp and the body.');
      }
      if (!(Math.abs(Number(timestamp) - clock.now().getTime()) <= MAX_CLOCK_DIFFERENCE_MS)) {
        throw badRequest("The timestamp differs by more than 5 minutes from the portal's clock.");
      }
    },
    /** Queues the records. Throws 409 for a notification that was received before, 429 above the rate limit. */
    async accept(signature: string, changes: readonly { type: string; id: string }[]) {
      const now = clock.now();
      await consume(db, notifications, now);
      const known = changes.flatMap(({ type, id }) => {
        const kind = kinds.get(type.toLowerCase());
        return kind === undefined ? [] : [{ kind, id }];
      });
      await db.transaction().execute(async (transaction) => {
        const replayKey = `change-feed:${signature.toLowerCase()}`;
        if ((await countTries(transaction, [replayKey], replayWindow, now)).size > 0) {
          throw conflict('This notification was received before.');
        }
        await addChanges(transaction, known);
      });
      // After the commit: a job that is already reading might not see the records, and a new one will.
      if (known.length > 0) await enqueueRead();
      return { accepted: known.length, ignored: changes.length - known.length };
    },
    /** Reads all waiting records, batch by batch. */
    async readWaiting(): Promise<void> {
      for (;;) {
        const batch = await takeChanges(db, BATCH_SIZE);
        const [first] = batch;
        if (first === undefined) return;
        await refresh(
          first.kind,
          batch.map(({ id }) => id),
        );
      }
    },
  };
}
