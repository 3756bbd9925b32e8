import { Outlet } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { FullTextLayer } from '#components/ui/full-text-layer.tsx';
import { OfflineBanner } from '#components/ui/offline-banner.tsx';
import { OverlayContainer } from '#components/ui/overlay-container.ts';
import { classNames } from '#lib/class-names.ts';
import { usePageMeta } from '#lib/page-meta.ts';
import { t } from '#lib/texts.ts';
import { useRoomForSidebar } from '#lib/use-media.ts';
import { HeaderSlotContext } from './header-slot.tsx';
import { PageHeader } from './page-header.tsx';
import { Sidebar } from './sidebar.tsx';
import { SlideInMenu } from './slide-in-menu.tsx';
import { ThemeMenu, ThemeSwitcher } from './theme-switcher.tsx';

/**
 * The frame of every signed-in page: sidebar, header and content, which is as high as the window if the page asks for
 * it.
 */
export function Shell() {
  const { fill } = usePageMeta();
  const wide = useRoomForSidebar();
  const [main, setMain] = useState<HTMLElement | null>(null);
  const [slot, setSlot] = useState<HTMLDivElement | null>(null);
  // The shell is painted first. The page follows in small steps, so that the browser stays responsive.
  const withPage = useDeferredValue(true, false);
  return (
    <OverlayContainer value={main}>
      <a
        href="#content"
        className="sr-only rounded-control bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        {t('app.skipToContent')}
      </a>
      <div className={classNames('flex', fill ? 'h-dvh short:h-auto short:min-h-dvh' : 'min-h-dvh')}>
        {wide ? (
          <div className="sticky top-0 flex h-dvh w-58 shrink-0 border-line border-r">
            <Sidebar />
          </div>
        ) : null}
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="sticky top-0 z-10 shrink-0">
            <PageHeader
              menu={wide ? null : <SlideInMenu />}
              theme={wide ? <ThemeSwitcher /> : <ThemeMenu />}
              slot={setSlot}
            />
            <OfflineBanner />
          </div>
          <HeaderSlotContext value={slot}>
            <main
              ref={setMain}
              id="content"
              tabIndex={-1}
              className={classNames('flex flex-1 flex-col outline-none', fill && 'min-h-0')}
            >
              {withPage ? <Outlet /> : null}
            </main>
          </HeaderSlotContext>
        </div>
      </div>
      <FullTextLayer />
    </OverlayContainer>
  );
}
