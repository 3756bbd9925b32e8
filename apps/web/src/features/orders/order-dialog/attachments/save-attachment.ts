import type { Attachment } from '@portal/contract/attachments';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { fetchBlob, saveAs, shortLivedUrl } from '#lib/download.ts';
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

function tellFailure(error: unknown, title: string): void {
  // The API client has already reported the expired session.
  if (error instanceof ApiError && error.status === 401) return;
  toastError(title, { description: messageOf(error, '') || undefined });
}

/**
 * Opens a PDF in a new tab with the browser's viewer, the only way that is safe and works in every browser. A sandboxed
 * frame shows no PDF in Chromium. A frame without a sandbox shows only the first page on a phone and captures the
 * keyboard. A bundled viewer would be larger than the portal itself. The blob's type is always PDF, so that the bytes
 * are never parsed as HTML. If a browser did so anyway, the page would inherit our content security policy, which
 * blocks its scripts.
 */
export async function openPdf(attachment: Attachment): Promise<void> {
  // Open the tab synchronously in the click handler: after the download it would be blocked as a pop-up.
  const tab = window.open('', '_blank');
  // If the tab was blocked anyway, download the file.
  if (tab === null) return saveAttachment(attachment);
  tab.opener = null;
  tab.document.title = t('attachments.opening', { name: attachment.originalName });
  try {
    const bytes = await fetchAttachment(attachment.id, 'application/pdf');
    tab.location.replace(shortLivedUrl(bytes));
  } catch (error) {
    tab.close();
    tellFailure(error, t('attachments.openFailed'));
  }
}
