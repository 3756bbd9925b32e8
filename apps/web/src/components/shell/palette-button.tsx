import { Search } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { showOverlay } from '#lib/palette.ts';
import { paletteKey } from '#lib/shortcuts.ts';
import { t } from '#lib/texts.ts';

/** Opens the command palette and shows its shortcut. */
export function PaletteButton() {
  return (
    <Button
      onClick={() => showOverlay('palette')}
      aria-haspopup="dialog"
      aria-keyshortcuts={paletteKey.aria}
      className="max-shell:-mr-1.5 max-shell:w-8 max-shell:border-transparent max-shell:px-0 shell:px-2.5"
    >
      <Search aria-hidden className="text-ink-2" />
      <span className="sr-only">{t('palette.title')}</span>
      <span className="hidden shell:block">
        <Kbd>{paletteKey.label}</Kbd>
      </span>
    </Button>
  );
}
