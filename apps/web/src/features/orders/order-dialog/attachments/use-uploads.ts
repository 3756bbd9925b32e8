import type { UploadedAttachment } from '@portal/contract/attachments';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { readUser } from '#lib/session.ts';
import { t } from '#lib/texts.ts';
import { toastSuccess } from '#lib/toast.ts';
import { upload } from '#lib/upload.ts';
import { useDraft } from '#lib/use-draft.ts';
import { addAttachment, reloadAttachments } from './attachments-api.ts';
import { shortName } from './content-types.ts';
import { createUploadQueue, type UploadQueue, type Uploads, unsentDescription } from './upload-queue.ts';

/**
 * Upload queue per order and user. Queues outlive the dialog: if the session expires, the selected files are still
 * there after the same user signs in again. Closing the dialog asks for confirmation and clears the queue.
 */
const queues = new WeakMap<QueryClient, Map<string, UploadQueue>>();

function queueOf(queryClient: QueryClient, orderId: string): UploadQueue {
  const known = queues.get(queryClient) ?? new Map<string, UploadQueue>();
  queues.set(queryClient, known);
  const name = `${readUser()?.id}/${orderId}`;
  const queue = known.get(name) ?? createQueue(queryClient, orderId);
  known.set(name, queue);
  return queue;
}

function createQueue(queryClient: QueryClient, orderId: string): UploadQueue {
  return createUploadQueue({
    send: ({ file, description, kind }, onProgress, signal) =>
      upload('POST /netsuite-sales-orders/{id}/attachments', {
        params: { id: orderId },
        fields: { ...(description === '' ? {} : { description }), ...(kind === null ? {} : { kind }) },
        file,
        onProgress,
        signal,
      }),
    onUploaded: (uploaded) => void addAttachment(queryClient, orderId, uploaded),
    onIdle: tellOfUploads,
    onCancelled: () => void reloadAttachments(queryClient, orderId),
  });
}

/** Shows one toast for a batch of uploads. */
function tellOfUploads(uploaded: readonly UploadedAttachment[]): void {
  const [first] = uploaded;
  if (uploaded.length > 1) toastSuccess(t('attachments.uploadedMany', { count: uploaded.length }));
  else if (first !== undefined) toastSuccess(t('attachments.uploaded'), { description: shortName(first.originalName) });
}

/**
 * The upload queue of an order; does not rerender on its changes. After a page reload the files are lost, because a
 * draft cannot store them, but the description is restored.
 */
export function useUploadQueue(orderId: string): UploadQueue {
  const queryClient = useQueryClient();
  const [queue] = useState(() => queueOf(queryClient, orderId));
  const { restored, keep, drop } = useDraft<{ description: string }>(`attachments:${orderId}`);
  const description = restored?.description;

  useEffect(() => {
    const { description: typed, items } = queue.read();
    // Queued files already have their descriptions.
    if (description !== undefined && typed === '' && items.length === 0) queue.describe(description);
  }, [queue, description]);

  useEffect(() => {
    let kept = unsentDescription(queue.read());
    return queue.subscribe(() => {
      const next = unsentDescription(queue.read());
      if (next === kept) return;
      kept = next;
      if (next === '') drop();
      else keep({ description: next });
    });
  }, [queue, keep, drop]);

  return queue;
}

/** Current state of a queue. */
export function useUploads(queue: UploadQueue): Uploads {
  return useSyncExternalStore(queue.subscribe, queue.read);
}
