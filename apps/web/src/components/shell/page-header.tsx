import { type ReactNode, type Ref, useEffect } from 'react';
import { usePageMeta } from '#lib/page-meta.ts';
import { t } from '#lib/texts.ts';
import { PaletteButton } from './palette-button.tsx';

interface PageHeaderProps {
  /** The button that opens the slide-in menu of a narrow screen. */
  menu: ReactNode;
  /** What stands at the end where there is room. */
  aside: ReactNode;
  slot: Ref<HTMLDivElement>;
}

/** The page's title and description, the page's own controls, the command palette, and what else there is room for. */
export function PageHeader({ menu, aside, slot }: PageHeaderProps) {
  const { title, description } = usePageMeta();
  const name = title === undefined ? undefined : t(title);

  useEffect(() => {
    document.title = name === undefined ? t('app.name') : t('app.documentTitle', { page: name });
  }, [name]);

  return (
    <header className="sticky top-0 z-10 flex h-12 shrink-0 items-center gap-2 border-line border-b bg-page px-4 shell:h-18.5 shell:gap-3 shell:px-6">
      {menu}
      <div className="min-w-0 flex-auto shell:flex-1">
        <h1 className="truncate font-semibold text-title">{name}</h1>
        <p className="hidden truncate text-ink-3 shell:block">{description === undefined ? null : t(description)}</p>
      </div>
      {/* Where there is no room for both, this goes on in a second line and the title stays whole. */}
      <div
        ref={slot}
        className="flex flex-[999_1_0] items-center justify-end gap-2 text-balance text-right empty:hidden max-shell:*:whitespace-normal shell:flex-none"
      />
      <PaletteButton />
      {aside}
    </header>
  );
}
