import { Search } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { useDocumentTitle } from '#lib/document-title.ts';
import { usePageMeta } from '#lib/page-meta.ts';
import { showOverlay } from '#lib/palette.ts';
import { paletteKey } from '#lib/shortcuts.ts';
import { t } from '#lib/texts.ts';

interface PageHeaderProps {
  /** The button that opens the slide-in menu on a narrow screen. */
  menu: ReactNode;
  /** The bell with the user's notifications. */
  notifications: ReactNode;
  /** The theme switcher, in the size that fits. */
  theme: ReactNode;
  slot: Ref<HTMLDivElement>;
}

/** The page's title, description and controls, with the command palette and the theme switcher. */
export function PageHeader({ menu, notifications, theme, slot }: PageHeaderProps) {
  const { title, description } = usePageMeta();
  const name = title === undefined ? undefined : t(title);

  useDocumentTitle(name === undefined ? undefined : t('app.documentTitle', { page: name }));

  return (
    // Narrow: title and buttons in one line, description and the page's own controls below. Wide: all side by side.
    <header className="sticky top-0 z-10 flex short:static shrink-0 flex-wrap items-center gap-x-2 border-line border-b bg-page px-4 pt-1 pb-1.5 shell:grid shell:h-18.5 shell:grid-cols-[minmax(0,1fr)_auto_auto] shell:content-center shell:gap-x-3 shell:px-6 shell:py-0">
      {menu}
      <h1 className="min-w-0 flex-1 truncate font-semibold text-title shell:self-end">{name}</h1>
      <div className="flex h-9 shrink-0 items-center gap-1 shell:order-last shell:col-start-3 shell:row-span-2 shell:row-start-1 shell:gap-3">
        <PaletteButton />
        {notifications}
        {theme}
      </div>
      <div className="flex w-full min-w-0 items-center gap-3 max-shell:text-small shell:contents">
        <p className="min-w-0 flex-1 truncate text-ink-3 shell:col-start-1 shell:row-start-2 shell:self-start">
          {description === undefined ? null : t(description)}
        </p>
        <div
          ref={slot}
          className="flex shrink-0 items-center justify-end gap-2 text-right empty:hidden shell:col-start-2 shell:row-span-2 shell:row-start-1"
        />
      </div>
    </header>
  );
}

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
