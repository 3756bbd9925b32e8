import type { UploadedAttachment } from '@portal/contract/attachments';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { readUser } from '#lib/session.ts';
import { t } from '#lib/texts.ts';
import { toastSuccess } from '#lib/toast.ts';
import { upload } from '#lib/upload.ts';
import { useDraft } from '#lib/use-draft.ts';
import { addAttachment, reloadAttachments } from './attachments-api.ts';
import { shortName } from './short-name.ts';
import { createUploadQueue, type UploadQueue, type Uploads, unsentDescription } from './upload-queue.ts';

/**
 * Of each order and user. They outlive the dialog: when a session ends meanwhile, what was chosen is there again once
 * the same user has signed in. Whoever closes the dialog is asked, and empties its queue.
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
    send: ({ file, description }, onProgress, signal) =>
      upload('POST /netsuite-sales-orders/{id}/attachments', {
        params: { id: orderId },
        fields: description === '' ? {} : { description },
        file,
        onProgress,
        signal,
      }),
    onUploaded: (uploaded) => void addAttachment(queryClient, orderId, uploaded),
    onIdle: tellOfUploads,
    onCancelled: () => void reloadAttachments(queryClient, orderId),
  });
}

/** One toast for all that went together. */
function tellOfUploads(uploaded: readonly UploadedAttachment[]): void {
  const [first] = uploaded;
  if (uploaded.length > 1) toastSuccess(t('attachments.uploadedMany', { count: uploaded.length }));
  else if (first !== undefined) toastSuccess(t('attachments.uploaded'), { description: shortName(first.originalName) });
}

/**
 * The queue of an order; the component does not follow its changes. A page that is loaded anew loses the files, which
 * no draft can keep, and not what was typed for them.
 */
export function useUploadQueue(orderId: string): UploadQueue {
  const queryClient = useQueryClient();
  const [queue] = useState(() => queueOf(queryClient, orderId));
  const { restored, keep, drop } = useDraft<{ description: string }>(`attachments:${orderId}`);
  const description = restored?.description;

  useEffect(() => {
    const { description: typed, items } = queue.read();
    // Files that are still here have their description with them.
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

/** What is in a queue now. */
export function useUploads(queue: UploadQueue): Uploads {
  return useSyncExternalStore(queue.subscribe, queue.read);
}
