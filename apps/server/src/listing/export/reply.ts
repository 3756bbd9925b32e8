import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { whenGone } from '../../platform/when-gone.ts';
import type { ExportFile } from './export-file.ts';
import { whenStalled } from './when-stalled.ts';

/**
 * Answers with an export: what `open` gives, under its name and with the number of its rows ahead of it. When reading
 * them fails midway the connection is cut, so that a part never looks like the whole; when the client leaves, so does
 * the work for it, and likewise when it takes nothing for a while.
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
    // Nobody is left to hear why.
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
