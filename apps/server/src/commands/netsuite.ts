import type { Finding, SyncKind, SyncRun } from '@portal/contract/sync';
import { syncKinds } from '@portal/contract/values';
import { readConfig } from '../config.ts';
import { connectNetsuite } from '../features/sync/netsuite-connection.ts';
import { checkAccount, createSyncService, type SyncService, syncSequence } from '../features/sync/service.ts';
import { minuteMs, systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database.ts';
import { createLogger } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { migrate } from '../platform/migrate.ts';
import { runAsMaintenance, runInBackground } from '../platform/workload.ts';
import { type Command, type CommandInput, formatTable } from './command.ts';

/** Runs `work` with a sync service in the portal's environment. Ctrl+C leaves a run to the next sync. */
async function withSync(work: (sync: SyncService) => Promise<number>): Promise<number> {
  const config = readConfig(process.env);
  const log = createLogger('silent');
  const database = openDatabase({ url: config.databaseUrl, maxConnections: 6 });
  const { db, pool } = database;
  try {
    await runAsMaintenance(() => migrate(db));
    await checkAccount(db, config.netsuite.accountId);
    const { registry } = createMetrics();
    const netsuite = connectNetsuite(config.netsuite, config.customFields, { db, pool, log, registry });
    const staleAfterMs = config.syncAlertMinutes * minuteMs || Number.POSITIVE_INFINITY;
    const sync = createSyncService({ db, clock: systemClock, log, netsuite, staleAfterMs, maxStreams: 1 });
    const stop = () => void sync.close();
    process.once('SIGINT', stop).once('SIGTERM', stop);
    try {
      return await runInBackground(() => work(sync));
    } finally {
      await sync.close();
    }
  } finally {
    await database.close();
  }
}

const marks: Record<Finding['result'], string> = { passed: 'ok', note: 'note', failed: 'FAILED' };

async function check(): Promise<number> {
  return withSync(async (sync) => {
    const { findings } = await sync.check();
    console.log(formatTable(findings.map(({ topic, result, message }) => [marks[result], topic, message])));
    const failed = findings.filter(({ result }) => result === 'failed').length;
    console.log(failed === 0 ? '\nNetSuite is set up for the portal.' : `\nTo mend: ${failed}.`);
    return failed === 0 ? 0 : 1;
  });
}

async function run({ options: { kind } }: CommandInput): Promise<number> {
  const kinds = readKinds(kind);
  return withSync(async (sync) => {
    let code = 0;
    for (const each of kinds) {
      const ended = await sync.syncKind(each);
      console.log(describeRun(ended));
      if (ended.status !== 'complete') code = 1;
    }
    return code;
  });
}

function readKinds(kind: CommandInput['options'][string]): readonly SyncKind[] {
  if (kind === undefined) return syncSequence;
  const known = syncKinds.find((each) => each === kind);
  if (known === undefined) throw new Error(`--kind must be one of ${syncKinds.join(', ')}.`);
  return [known];
}

function describeRun({ kind, status, created, updated, deleted, failed, message }: SyncRun): string {
  const counts = `${created} created, ${updated} updated, ${deleted} deleted, ${failed} failed`;
  return `${kind}: ${status} (${counts})${message === null ? '' : `. ${message}`}`;
}

async function status(): Promise<number> {
  return withSync(async (sync) => {
    const { mirrors, held, check } = await sync.overview();
    const runs = await sync.lastRuns();
    const rows = mirrors.map(({ kind, records, freshAt, isStale, failedRecords }) => [
      kind,
      String(records),
      `${freshAt ?? 'never'}${isStale ? ' (stale)' : ''}`,
      String(failedRecords),
    ]);
    console.log(formatTable([['MIRROR', 'RECORDS', 'LAST SYNC', 'FAILED RECORDS'], ...rows]));
    for (const run of runs.filter(({ status }) => status !== 'complete'))
      console.log(`The last sync of ${describeRun(run)}`);
    for (const { kind, records, isKept } of held) {
      const kept = `${records} ${kind} are kept, although NetSuite does not return them.`;
      console.log(isKept ? kept : `${records} deletions of ${kind} wait for an administrator.`);
    }
    const failed = check?.findings.filter(({ result }) => result === 'failed') ?? [];
    const result = failed.length === 0 ? '.' : ', and this failed then:';
    console.log(check === null ? 'NetSuite was never checked.' : `NetSuite was checked at ${check.checkedAt}${result}`);
    for (const { message } of failed) console.log(`  ${message}`);
    return mirrors.some(({ isStale }) => isStale) || held.some(({ isKept }) => !isKept) ? 1 : 0;
  });
}

async function inspect(): Promise<number> {
  return withSync(async (sync) => {
    const inspected = await sync.inspect();
    const rows = inspected.map(({ kind, netsuite, mirrored, failed, differing }) => [
      kind,
      String(netsuite),
      String(mirrored),
      String(failed),
      differing.map(({ after, upTo }) => `${BigInt(after) + 1n}-${upTo}`).join(', ') || 'none',
    ]);
    console.log(formatTable([['MIRROR', 'NETSUITE', 'PORTAL', 'FAILED RECORDS', 'DIFFERING IDS'], ...rows]));
    const isSame = inspected.every(({ differing }) => differing.length === 0);
    if (!isSame)
      console.log('Changes since the last sync differ too: sync run reads them; the nightly sync mends the rest.');
    return isSame ? 0 : 1;
  });
}

/** Commands for NetSuite. They need the same environment as the portal. */
export const netsuiteCommands: Record<string, Command> = {
  'netsuite check': {
    summary: 'Check sign-in, permissions, features, columns, limits, clock and speed of NetSuite',
    run: check,
  },
  'sync run': {
    usage: `[--kind ${syncKinds.join('|')}]`,
    summary: 'Read what changed in NetSuite, or join the sync that runs; exit code 1 unless complete',
    options: { kind: { type: 'string' } },
    run,
  },
  'mirror check': {
    summary: 'Compare the mirrors with NetSuite by counts and ranges of ids; exit code 1 if they differ',
    run: inspect,
  },
  'sync status': {
    summary:
      'Show how old the mirrors are, why the last syncs failed and what waits; exit code 1 if one is stale or held',
    run: status,
  },
};
