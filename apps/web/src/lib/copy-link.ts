import { t } from './messages.ts';
import { toastError, toastSuccess } from './toast.ts';

/** Copies the address of an app path to the clipboard and shows a toast. `path` starts at the root of the app. */
export async function copyLink(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(path, window.location.origin).href);
    toastSuccess(t('link.copied'), { id: 'link' });
  } catch {
    // The browser refuses, for example on a page served without HTTPS.
    toastError(t('link.failed'), { id: 'link' });
  }
}
