import { Link } from 'lucide-react';
import { copyLink } from '#lib/copy-link.ts';
import { t } from '#lib/signed-out-texts.ts';
import { Button } from './button.tsx';

/** Copies a link to the current content. `path` starts at the root of the app. */
export function CopyLinkButton({ path }: { path: string }) {
  return (
    <Button variant="ghost" icon aria-label={t('link.copy')} data-tooltip onClick={() => copyLink(path)}>
      <Link aria-hidden />
    </Button>
  );
}
