import type { Attachment } from '@portal/contract/attachments';
import { shortLivedUrl } from '#lib/download.ts';
import { t } from '#lib/texts.ts';
import { fetchAttachment, saveAttachment, tellFailure } from './save-attachment.ts';

/**
 * Shows a PDF in a tab of its own, by the browser's viewer. That is the one way which is safe and works everywhere: a
 * sandboxed frame shows no PDF in Chromium, a frame without sandbox shows the first page alone on a phone and takes the
 * keyboard from the dialog, and a viewer of ours weighs more than the whole portal. The address is typed as PDF by us,
 * so that nothing in the bytes is ever read as a page; should a browser do so all the same, the page inherits our
 * content security policy, which runs no script of it.
 */
export async function openPdf(attachment: Attachment): Promise<void> {
  // At once, within the click: a tab opened after the bytes have come would be blocked as a pop-up.
  const tab = window.open('', '_blank');
  // Blocked all the same: then the file is saved.
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
