import type { Attachment } from '@portal/contract/attachments';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { fetchBlob, saveAs } from '#lib/download.ts';
import { t } from '#lib/texts.ts';
import { toastError } from '#lib/toast.ts';

/** Downloads a file under its original name. */
export async function saveAttachment({ id, originalName }: Attachment): Promise<void> {
  try {
    // A type that no browser renders, so that the file can only be saved.
    const type = 'application/octet-stream';
    saveAs(await fetchAttachment(id, type), originalName);
  } catch (error) {
    tellFailure(error, t('attachments.downloadFailed'));
  }
}

/** Downloads a file as a blob with the given type, whatever type the response has. */
export function fetchAttachment(id: string, type: string, signal?: AbortSignal): Promise<Blob> {
  return fetchBlob('GET /netsuite-sales-orders/attachments/{id}', { params: { id }, type, signal });
}

export function tellFailure(error: unknown, title: string): void {
  // The API client has already reported the expired session.
  if (error instanceof ApiError && error.status === 401) return;
  toastError(title, { description: messageOf(error, '') || undefined });
}
