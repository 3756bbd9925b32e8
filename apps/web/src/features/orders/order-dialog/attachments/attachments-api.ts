import type { Attachment, UploadedAttachment } from '@portal/contract/attachments';
import { MAX_FILES_LISTED, type PaperKind } from '@portal/contract/values';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '#lib/api.ts';
import { ApiError, isSessionEnd, messageOf } from '#lib/api-error.ts';
import { ordersKey } from '#lib/query-client.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { orderQuery } from '../../orders-api.ts';

/** Attachments of an order, newest first. Refetched each time the dialog opens, since other users add files. */
export function attachmentsQuery(orderId: string) {
  return queryOptions({
    queryKey: ['attachments', orderId],
    queryFn: ({ signal }) => readAttachments(orderId, signal),
    staleTime: 0,
  });
}

async function readAttachments(id: string, signal: AbortSignal): Promise<Attachment[]> {
  const files: Attachment[] = [];
  for (;;) {
    const last = files.at(-1);
    const query = last === undefined ? {} : { before: last.createdAt, beforeId: last.id };
    const page = await api('GET /netsuite-sales-orders/{id}/attachments', { params: { id }, query, signal });
    // A server of an earlier release answers with all files each time.
    if (last !== undefined && page.at(-1)?.id === last.id) return files;
    files.push(...page);
    if (page.length !== MAX_FILES_LISTED) return files;
  }
}

/** Invalidates the activity log, which records uploads, downloads and deletions. */
export function reloadActivity(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['logs'] });
}

/** Refetches the attachments of an order after a change, and the order, whose wanted papers depend on them. */
export function reloadAttachments(queryClient: QueryClient, orderId: string): Promise<void> {
  reloadActivity(queryClient);
  void queryClient.invalidateQueries({ queryKey: orderQuery(queryClient, orderId).queryKey });
  return queryClient.invalidateQueries({ queryKey: attachmentsQuery(orderId).queryKey });
}

/** Refetches what depends on requests for papers: lists, counts and details of orders. */
export function reloadPapers(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ordersKey });
}

/** Adds an uploaded file to the cached list at once, then refetches the list. */
export async function addAttachment(
  queryClient: QueryClient,
  orderId: string,
  { duplicateOf: _, ...added }: UploadedAttachment,
): Promise<void> {
  const { queryKey } = attachmentsQuery(orderId);
  // A request in flight may predate the upload.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (known: Attachment[] | undefined) => known && [added, ...without(known, added.id)],
  );
  if (added.kind !== null) void reloadPapers(queryClient);
  await reloadAttachments(queryClient, orderId);
}

/** Prevents a duplicate row if the cached list already has the file. */
function without(known: Attachment[], id: string): Attachment[] {
  return known.filter((each) => each.id !== id);
}

/** Removes a file from the cached list at once, then refetches the list. */
async function dropAttachment(queryClient: QueryClient, orderId: string, id: string): Promise<void> {
  const { queryKey } = attachmentsQuery(orderId);
  await queryClient.cancelQueries({ queryKey });
  const dropped = queryClient.getQueryData<Attachment[]>(queryKey)?.find((each) => each.id === id);
  if (dropped !== undefined && dropped.kind !== null) void reloadPapers(queryClient);
  queryClient.setQueryData(queryKey, (known: Attachment[] | undefined) => known && without(known, id));
  await reloadAttachments(queryClient, orderId);
}

/** Deletes an attachment and shows the result. Resolves to whether it was deleted. */
export function useDeleteAttachment(orderId: string): (id: string) => Promise<boolean> {
  const queryClient = useQueryClient();
  return useCallback(
    async (id) => {
      try {
        await api('DELETE /netsuite-sales-orders/attachments/{id}', { params: { id } });
      } catch (error) {
        const status = error instanceof ApiError ? error.status : 0;
        // The API client has already reported the expired session.
        if (status === 401) return false;
        toastError(t('attachments.deleteFailed'), { description: messageOf(error, '') || undefined });
        // Another user may have deleted it first.
        void reloadAttachments(queryClient, orderId);
        return status === 404;
      }
      toastSuccess(t('attachments.deleted'));
      void dropAttachment(queryClient, orderId, id);
      return true;
    },
    [queryClient, orderId],
  );
}

/** Sets or clears the kind of an attachment; shows an error if that fails. */
export function useChangeKind(orderId: string): (id: string, kind: PaperKind | null) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (id, kind) => {
      try {
        await api('PATCH /netsuite-sales-orders/attachments/{id}', { params: { id }, body: { kind } });
      } catch (error) {
        // The API client has already reported the expired session.
        if (isSessionEnd(error)) return;
        toastError(t('attachments.kindFailed'), { description: messageOf(error, '') || undefined });
      }
      await Promise.all([reloadAttachments(queryClient, orderId), reloadPapers(queryClient)]);
    },
    [queryClient, orderId],
  );
}
