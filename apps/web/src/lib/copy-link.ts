import { t } from './messages.ts';
import { toastError, toastSuccess } from './toast.ts';

/** Copies the address of a path of the app to the clipboard and shows a toast. `path` begins at the root of the app. */
export async function copyLink(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(path, window.location.origin).href);
    toastSuccess(t('link.copied'), { id: 'link' });
  } catch {
    // Refused by the browser, as on a page served without encryption.
    toastError(t('link.failed'), { id: 'link' });
  }
}
