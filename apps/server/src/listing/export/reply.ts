import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { whenGone } from '../../platform/when-gone.ts';
import type { ExportFile } from './export-file.ts';
import { whenStalled } from './when-stalled.ts';

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
    // The client has disconnected, so nobody receives the error.
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
