import { createOutbox } from '../../../jobs/send-mail.ts';
import { deriveKey } from '../../../platform/crypto.ts';
import type { TestApp } from '../../../testing/app.ts';
import { notifyFollowers } from '../notify.ts';

/** Does what the minutely job of a portal does, which tests do not schedule. */
export async function runNotifyJob({ portal }: TestApp): Promise<void> {
  const { database, clock, queue, config, log } = portal.dependencies;
  const outbox = createOutbox(queue, deriveKey(config.serverKey, 'queued mail'));
  await notifyFollowers({ db: database.db, clock, outbox, log });
}
