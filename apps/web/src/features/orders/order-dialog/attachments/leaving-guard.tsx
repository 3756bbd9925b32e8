import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { readToken } from '#lib/session.ts';
import { t } from '#lib/texts.ts';
import { isRunning, type UploadQueue, type Uploads, unsentFiles } from './upload-queue.ts';
import { useUploads } from './use-uploads.ts';

interface LeavingGuardProps {
  orderId: string;
  queue: UploadQueue;
}

/**
 * Asks for confirmation before the user leaves the order with pending uploads or unsent text: when closing the dialog,
 * with Back, with a link, and, through the browser's own prompt, when closing or reloading the page.
 */
export function LeavingGuard({ orderId, queue }: LeavingGuardProps) {
  const uploads = useUploads(queue);
  const files = unsentFiles(uploads);
  const isTyped = [uploads.description, uploads.request?.note ?? ''].some((text) => text.trim() !== '');
  const shouldBlockFn: ShouldBlockFn = useCallback(
    ({ current, next }) => {
      const search: Record<string, unknown> = { ...next.search };
      const stays = next.pathname === current.pathname && search.order === orderId;
      // An expired session leads to the sign-in page; the files are kept until the user signs in again.
      return !stays && readToken() !== null;
    },
    [orderId],
  );
  const blocker = useBlocker({
    shouldBlockFn,
    // Signing out reloads the page, and no prompt may keep the user signed in.
    enableBeforeUnload: () => readToken() !== null,
    disabled: files.length === 0 && !isTyped,
    withResolver: true,
  });
  const running = isRunning(uploads);

  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={t(running ? 'attachments.stop' : files.length > 0 ? 'attachments.discard' : 'discard.title')}
      description={files.length > 0 ? lostChanges(uploads) : t('discard.description')}
      confirm={t(running ? 'attachments.stopAndClose' : 'discard.confirm')}
      cancel={t(running ? 'attachments.keepUploading' : 'discard.keep')}
      onConfirm={() => {
        queue.clear();
        blocker.proceed?.();
      }}
    />
  );
}

/** Describes the files that were not uploaded: failed files and pending files separately. */
function lostChanges({ items }: Uploads): string {
  const failed = items.filter(({ state }) => state.kind === 'failed');
  const pending = items.filter(({ state }) => state.kind !== 'failed');
  return [
    sentenceOn(
      pending,
      (name) => t('attachments.notUploaded', { name }),
      (count) => t('attachments.notUploadedMany', { count }),
    ),
    sentenceOn(
      failed,
      (name) => t('attachments.notTaken', { name }),
      (count) => t('attachments.notTakenMany', { count }),
    ),
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/** Names a single file; counts several. */
function sentenceOn(files: Uploads['items'], one: (name: string) => string, many: (count: number) => string) {
  const [first, ...more] = files;
  if (first === undefined) return undefined;
  return more.length === 0 ? one(first.file.name) : many(files.length);
}
