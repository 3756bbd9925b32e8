import { Link } from 'lucide-react';
import { copyLink } from '#lib/copy-link.ts';
import { t } from '#lib/messages.ts';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

/** Copies a link to the current content. `path` starts at the root of the app. */
export function CopyLinkButton({ path }: { path: string }) {
  return (
    <Tooltip content={t('link.copy')}>
      <Button variant="ghost" icon aria-label={t('link.copy')} onClick={() => copyLink(path)}>
        <Link aria-hidden />
      </Button>
    </Tooltip>
  );
}
