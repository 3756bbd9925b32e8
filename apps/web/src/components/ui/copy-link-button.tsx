import { Link } from 'lucide-react';
import { t } from '#lib/messages.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

/** Copies the address of what is on screen, to be sent to somebody. `path` begins at the root of the app. */
export function CopyLinkButton({ path }: { path: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(new URL(path, window.location.origin).href);
      toastSuccess(t('link.copied'), { id: 'link' });
    } catch {
      // Refused by the browser, as on a page served without encryption.
      toastError(t('link.failed'), { id: 'link' });
    }
  }

  return (
    <Tooltip content={t('link.copy')}>
      <Button variant="ghost" icon aria-label={t('link.copy')} onClick={copy}>
        <Link aria-hidden />
      </Button>
    </Tooltip>
  );
}
