import type { SyncOverview } from '@portal/contract/sync';
import { sql } from 'kysely';
import { systemSyncScope } from '../../access/scope.ts';
import { isActiveAt } from '../../access/scope-sql.ts';
import type { MailOfKind } from '../../jobs/mail/portal-mail.ts';
import type { Outbox } from '../../jobs/send-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { sql as fragment, runSql } from '../../platform/sql.ts';
import { listRuns } from './queries.ts';

export type AlertParts = {
  db: Database;
  clock: Clock;
  outbox: Outbox;
  /** Public URL of the portal, without a trailing slash. */
  publicUrl: string;
  overview: () => Promise<SyncOverview>;
};

type Alert = Pick<MailOfKind<'sync-alert'>, 'problem' | 'mirrors'>;

/**
 * Mails the administrators once when a mirror becomes stale, once for each kind whose deletions are held, and once when
 * that is over. The stored alert decides, so that several processes together send one mail.
 */
export async function checkAlerts({ db, clock, outbox, publicUrl, overview }: AlertParts): Promise<void> {
  const { mirrors, held } = await overview();
  const waiting = held.filter(({ isKept }) => !isKept);
  const stale = mirrors
    .filter(({ isStale }) => isStale)
    .map(({ kind, freshAt: since }) => ({ kind, since, records: 0 }));
  const alerts: Alert[] = [
    { problem: 'stale', mirrors: stale },
    { problem: 'held', mirrors: waiting.map(({ kind, heldAt: since, records }) => ({ kind, since, records })) },
  ];
  const [latest] = await listRuns(systemSyncScope(), db, { limit: 1 });
  const reason = latest?.status === 'failed' ? latest.message : null;
  for (const { problem, mirrors } of alerts) {
    const isOver = mirrors.length === 0;
    // The latest hold, so that a kind whose records are held later is mailed as well.
    const raisedAt =
      problem === 'held'
        ? mirrors
            .map(({ since }) => since)
            .sort()
            .at(-1)
        : clock.now();
    await db.transaction().execute(async (transaction) => {
      // Waits for another process that is raising the same alert.
      const change = isOver
        ? sql`delete from sync_alerts where problem = ${problem}`
        : sql`insert into sync_alerts as known (problem, raised_at) values (${problem}, ${raisedAt})
            on conflict (problem) do update set raised_at = excluded.raised_at
            where known.problem = 'held' and known.raised_at < excluded.raised_at`;
      const { numAffectedRows: changed } = await change.execute(transaction);
      if (changed === 0n) return;
      const administrators = await findAdministrators(transaction, clock.now());
      const link = `${publicUrl}/settings?tab=sync`;
      const mail = { kind: 'sync-alert' as const, problem, mirrors, isOver, reason, link };
      await outbox.postAll(
        transaction,
        administrators.map(({ email: to, name }) => ({ ...mail, to, name })),
      );
    });
  }
}

/** Administrators who can sign in. */
const findAdministrators = (db: Database, now: Date) =>
  runSql<{ email: string; name: string | null }>(
    db,
    fragment`select email, full_name as name from users join groups on groups.id = group_id
      where groups.type = 'admin' and not suppressed and ${isActiveAt(now.toISOString())} order by email`,
  );
