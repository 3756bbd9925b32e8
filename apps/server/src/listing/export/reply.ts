import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { whenGone } from '../../platform/when-gone.ts';
import type { ExportFile } from './export-file.ts';

/**
 * Responds with the export that `open` returns, with its file name and row count. If reading fails midway, the
 * connection is closed, so that a partial file never looks complete. If the client disconnects or stops reading for a
 * while, the export is canceled.
 */
export async function replyWithExport(
  reply: FastifyReply,
  open: (gone: AbortSignal) => Promise<ExportFile>,
): Promise<Readable | undefined> {
  const gone = whenGone(reply.raw);
  const opening = open(gone);
  const file = await opening.catch((error: unknown) => {
    if (!gone.aborted) throw error;
    return undefined;
  });
  if (file === undefined) {
    // The client has disconnected and cannot receive the error.
    reply.hijack();
    return undefined;
  }
  const { name, contentType, rowCount, stalledMs, content } = file;
  whenStalled(reply.raw, stalledMs, () => reply.raw.destroy());
  reply.headers({
    'content-type': contentType,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-row-count': rowCount,
  });
  return content;
}

/**
 * Number of consecutive checks without progress. More than one, so that a pause of this process is not mistaken for a
 * stalled reader.
 */
const maxChecks = 5;

/**
 * Calls back once when data is waiting for the reader of a response and none was read for `stalledMs`. Time without
 * data to send does not count. Ends with the connection.
 */
function whenStalled(response: ServerResponse, stalledMs: number, onStalled: () => void): void {
  let taken = -1;
  let checks = 0;
  const timer = setInterval(() => {
    const { socket } = response;
    if (socket === null) return;
    const isWaiting = response.writableLength > 0 || socket.writableLength > 0;
    const takenNow = socket.bytesWritten - socket.writableLength;
    checks = isWaiting && takenNow === taken ? checks + 1 : 0;
    taken = takenNow;
    if (checks < maxChecks) return;
    clearInterval(timer);
    onStalled();
  }, stalledMs / maxChecks);
  response.once('close', () => clearInterval(timer));
}
