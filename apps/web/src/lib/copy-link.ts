import { t } from './signed-out-texts.ts';
import { toastError, toastSuccess } from './toast.ts';

/** Copies the address of an app path to the clipboard and shows a toast. `path` starts at the root of the app. */
export async function copyLink(path: string): Promise<void> {
  await copyText(new URL(path, window.location.origin).href, t('link.copied'), t('link.failed'));
}

/** Copies a text to the clipboard and shows a toast with one of the two titles. */
export async function copyText(text: string, copied: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess(copied, { id: 'link' });
  } catch {
    // The browser refuses, for example on a page served without HTTPS.
    toastError(failed, { id: 'link' });
  }
}
