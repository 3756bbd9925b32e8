import { createNotifyWorker } from '../../../jobs/notify-followers.ts';
import { createOutbox } from '../../../jobs/send-mail.ts';
import { deriveKey } from '../../../platform/crypto.ts';
import type { TestApp } from '../../../testing/app.ts';

/** Runs the minutely job of a portal, which tests do not schedule. */
export async function runNotifyJob({ portal }: TestApp): Promise<void> {
  const { database, clock, queue, config, log } = portal.dependencies;
  const outbox = createOutbox(queue, deriveKey(config.serverKey, 'queued mail'));
  await createNotifyWorker({ db: database.db, clock, outbox, log }).run({});
}
