import type { Attachment, UploadedAttachment } from '@portal/contract/attachments';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** The files of an order, the latest first: read anew whenever the dialog opens, since others add to them. */
export function attachmentsQuery(orderId: string) {
  return queryOptions({
    queryKey: ['attachments', orderId],
    queryFn: ({ signal }) => api('GET /netsuite-sales-orders/{id}/attachments', { params: { id: orderId }, signal }),
    staleTime: 0,
  });
}

/** Has the activity log read anew: uploads, downloads and deletions are entries of it. */
export function reloadActivity(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['logs'] });
}

/** Reads the files of an order anew after a change to them. */
export function reloadAttachments(queryClient: QueryClient, orderId: string): Promise<void> {
  reloadActivity(queryClient);
  return queryClient.invalidateQueries({ queryKey: attachmentsQuery(orderId).queryKey });
}

/** Shows a file that has just been added at once, and reads the list anew. */
export async function addAttachment(
  queryClient: QueryClient,
  orderId: string,
  { duplicateOf: _, ...added }: UploadedAttachment,
): Promise<void> {
  const { queryKey } = attachmentsQuery(orderId);
  // A list that is on its way may have been made before.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (known: Attachment[] | undefined) => known && [added, ...without(known, added.id)],
  );
  await reloadAttachments(queryClient, orderId);
}

/** A list that was read for the file before may have this one already. */
function without(known: Attachment[], id: string): Attachment[] {
  return known.filter((each) => each.id !== id);
}

/** Takes a file off the list at once, and reads the list anew. */
export async function dropAttachment(queryClient: QueryClient, orderId: string, id: string): Promise<void> {
  const { queryKey } = attachmentsQuery(orderId);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (known: Attachment[] | undefined) => known && without(known, id));
  await reloadAttachments(queryClient, orderId);
}
