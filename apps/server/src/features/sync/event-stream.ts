import type { SyncRun } from '@portal/contract/sync';
import type { FastifyReply } from 'fastify';
import type { Viewer } from '../../access/viewer.ts';
import { secondMs } from '../../platform/clock.ts';
import { isConnectionLoss } from '../../platform/database-errors.ts';
import { whenGone } from '../../platform/when-gone.ts';
import type { SyncService } from './service.ts';

/** So often the session is looked at, and a line sent that browsers ignore, so that nobody closes a quiet connection. */
const heartbeat = 5 * secondMs;

/** Bytes waiting for a browser that does not read. */
const mostUnread = 1_000_000;

/**
 * Sends the runs in the viewer's scope as server-sent events, from those under way on; after a gap, those that have ended
 * in it as well. The connection ends with the session, with a change of what the viewer may see, or when the browser leaves or does not keep up.
 */
export function streamRuns(
  sync: Pick<SyncService, 'watch' | 'listRuns' | 'onClose'>,
  viewer: Viewer,
  reply: FastifyReply,
  isStillAllowed: () => Promise<boolean>,
): void {
  reply.hijack();
  const gone = whenGone(reply.raw);
  if (gone.aborted) return;
  const { raw } = reply;
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  raw.writeHead(200, {
    ...Object.fromEntries(headers),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });

  const write = (text: string) => {
    if (raw.writableLength > mostUnread) raw.destroy();
    else raw.write(text);
  };
  /** Runs whose end this reader knows. */
  const ended = new Set<string>();
  const send = (run: SyncRun) => {
    if (run.status !== 'running') ended.add(run.runId);
    write(`event: run\nid: ${run.runId}\ndata: ${JSON.stringify(run)}\n\n`);
  };
  let isOpening = true;
  let isBehind = true;
  const catchUp = async () => {
    isBehind = false;
    try {
      const runs = await sync.listRuns(viewer, { limit: 20 });
      for (const run of runs.toReversed()) {
        if (run.status === 'running' || !(isOpening || ended.has(run.runId))) send(run);
        else ended.add(run.runId);
      }
      isOpening = false;
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      isBehind = true;
    }
  };
  const beat = async () => {
    const mayStay = await isStillAllowed().catch((error: unknown) => {
      // Nothing can be told while the database is away, and by the next beat it is known.
      if (isConnectionLoss(error)) return true;
      throw error;
    });
    if (!mayStay) return raw.end();
    write(': still here\n\n');
    if (isBehind) await catchUp();
  };
  const endOnFailure = (work: Promise<unknown>) => work.catch(() => raw.end());

  const unwatch = sync.watch(viewer, send, () => endOnFailure(catchUp()));
  const forget = sync.onClose(() => raw.end());
  const timer = setInterval(() => endOnFailure(beat()), heartbeat);
  gone.addEventListener('abort', () => {
    clearInterval(timer);
    unwatch();
    forget();
  });
  write('retry: 2000\n\n');
  void endOnFailure(catchUp());
}
