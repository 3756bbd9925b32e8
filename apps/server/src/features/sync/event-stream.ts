import type { SyncRun } from '@portal/contract/sync';
import type { FastifyReply } from 'fastify';
import type { CurrentUser } from '../../access/current-user.ts';
import { secondMs } from '../../platform/clock.ts';
import { isConnectionLoss } from '../../platform/database-errors.ts';
import { whenGone } from '../../platform/when-gone.ts';
import type { SyncService } from './service.ts';

/** Interval for re-checking the session and sending a keep-alive comment, so that proxies do not close an idle stream. */
const heartbeatMs = 5 * secondMs;

/** Time for a client to read the remaining data when its stream ends. */
const graceMs = 5 * secondMs;

/** Maximum number of bytes buffered for a client that does not read. */
const maxUnreadBytes = 1_000_000;

/** Callbacks of an open stream. */
export type StreamOptions = {
  /** Whether the session still has the rights that the stream was opened with. */
  isStillAllowed: () => Promise<boolean>;
  /** Called once when the stream ends for any reason. */
  onClose: () => void;
};

/**
 * Sends the runs in the user's scope as server-sent events, starting with those in progress; after a gap, also those
 * that ended in it. The stream ends with the session, when the user's rights change, and when the client disconnects or
 * falls behind. Nothing is written after its end, since an error of a response without a listener would crash the
 * process.
 */
export function streamRuns(
  sync: Pick<SyncService, 'watch' | 'listRuns' | 'onClose'>,
  currentUser: CurrentUser,
  reply: FastifyReply,
  { isStillAllowed, onClose }: StreamOptions,
): void {
  reply.hijack();
  const { raw } = reply;
  const gone = whenGone(raw);
  if (gone.aborted) {
    onClose();
    return;
  }
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });

  let isOpen = true;
  const stop = () => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(timer);
    unwatch();
    forget();
    onClose();
  };
  const close = () => {
    if (!isOpen) return;
    stop();
    raw.end();
    // A client that does not read never receives the end of the stream.
    setTimeout(() => raw.destroy(), graceMs).unref();
  };
  const write = (text: string) => {
    if (!isOpen) return;
    if (raw.writableLength <= maxUnreadBytes) raw.write(text);
    else {
      stop();
      raw.destroy();
    }
  };
  /** Runs that this client knows have ended. */
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
      const runs = await sync.listRuns(currentUser, { limit: 20 });
      for (const run of runs.toReversed()) {
        if (run.status === 'running' || !(isOpening || ended.has(run.runId))) send(run);
        else ended.add(run.runId);
      }
      isOpening = false;
    } catch (error) {
      // Without the initial state the stream cannot tell which runs ended later, so the client must reconnect.
      if (isOpening || !isConnectionLoss(error)) throw error;
      isBehind = true;
    }
  };
  const keepAlive = async () => {
    const mayStay = await isStillAllowed().catch((error: unknown) => {
      // Nothing can be sent while the database is unavailable; the next check retries.
      if (isConnectionLoss(error)) return true;
      throw error;
    });
    if (!mayStay) return close();
    write(': still here\n\n');
    if (isBehind) await catchUp();
  };
  const closeOnFailure = (work: Promise<unknown>) => work.catch(close);

  const unwatch = sync.watch(currentUser, send, () => closeOnFailure(catchUp()));
  const forget = sync.onClose(close);
  const timer = setInterval(() => closeOnFailure(keepAlive()), heartbeatMs);
  raw.on('error', stop);
  gone.addEventListener('abort', stop);
  // The headers are sent with the first line: once the client has them, it receives the end of every later run.
  void closeOnFailure(catchUp().then(() => write('retry: 2000\n\n')));
}
