import type pg from 'pg';
import { type PortalMail, portalMail } from '../jobs/mail/portal-mail.ts';
import { deriveKey, unseal } from '../platform/crypto.ts';

/** All queued emails, sent or not, as long as the queue keeps them. */
export async function readQueuedMail(pool: pg.Pool, serverKey: string): Promise<PortalMail[]> {
  const key = deriveKey(serverKey, 'queued mail');
  const { rows } = await pool.query<{ sealed: string }>(
    "select data ->> 'sealed' as sealed from pgboss.job where name = 'send-mail' order by created_on",
  );
  return rows.map(({ sealed }) => portalMail.parse(JSON.parse(unseal(key, sealed))));
}
