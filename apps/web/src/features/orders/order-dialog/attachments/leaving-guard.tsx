import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { readToken } from '#lib/session.ts';
import { t } from '#lib/texts.ts';
import { isRunning, type Upload, type UploadQueue, unsettled } from './upload-queue.ts';
import { useUploads } from './use-uploads.ts';

interface LeavingGuardProps {
  orderId: string;
  queue: UploadQueue;
}

/**
 * Asks before the order is left with files that are not uploaded: by closing its dialog, by Back, by a link, and, in
 * the browser's own words, by closing or reloading the page.
 */
export function LeavingGuard({ orderId, queue }: LeavingGuardProps) {
  const uploads = useUploads(queue);
  const files = unsettled(uploads);
  const isTyped = uploads.description.trim() !== '';
  const shouldBlockFn: ShouldBlockFn = useCallback(
    ({ current, next }) => {
      const search: Record<string, unknown> = { ...next.search };
      const stays = next.pathname === current.pathname && search.order === orderId;
      // A session that has ended leads to the sign-in screen, and the files stay for whoever signs in again.
      return !stays && readToken() !== null;
    },
    [orderId],
  );
  const blocker = useBlocker({ shouldBlockFn, disabled: files.length === 0 && !isTyped, withResolver: true });
  const running = isRunning(uploads);

  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={t(running ? 'attachments.stop' : files.length > 0 ? 'attachments.discard' : 'discard.title')}
      description={whatIsLost(files)}
      confirm={t(running ? 'attachments.stopAndClose' : 'discard.confirm')}
      cancel={t(running ? 'attachments.keepUploading' : 'discard.keep')}
      onConfirm={() => {
        queue.clear();
        blocker.proceed?.();
      }}
    />
  );
}

function whatIsLost(files: readonly Upload[]): string {
  const [first] = files;
  if (first === undefined) return t('discard.description');
  if (files.length === 1) return t('attachments.notUploaded', { name: first.file.name });
  return t('attachments.notUploadedMany', { count: files.length });
}
