import type { Attachment } from '@portal/contract/attachments';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { fetchBlob, saveAs } from '#lib/download.ts';
import { t } from '#lib/texts.ts';
import { toastError } from '#lib/toast.ts';

/** Saves a file under the name that it came with. */
export async function saveAttachment({ id, originalName }: Attachment): Promise<void> {
  try {
    // A kind that no browser shows: whatever is in it, it can only be saved.
    const type = 'application/octet-stream';
    saveAs(await fetchAttachment(id, type), originalName);
  } catch (error) {
    tellFailure(error, t('attachments.downloadFailed'));
  }
}

/** The bytes of a file, to be taken for what we say and not for what is in them. */
export function fetchAttachment(id: string, type: string, signal?: AbortSignal): Promise<Blob> {
  return fetchBlob('GET /netsuite-sales-orders/attachments/{id}', { params: { id }, type, signal });
}

export function tellFailure(error: unknown, title: string): void {
  // A session that has ended was told already, by the call itself.
  if (error instanceof ApiError && error.status === 401) return;
  toastError(title, { description: messageOf(error, '') || undefined });
}
