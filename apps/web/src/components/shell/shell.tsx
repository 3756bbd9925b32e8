import { Outlet } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { FullTextLayer } from '#components/ui/full-text-layer.tsx';
import { OfflineBanner } from '#components/ui/offline-banner.tsx';
import { OverlayContainer } from '#components/ui/overlay.ts';
import { useDialogFocus } from '#components/ui/use-focus.ts';
import { classNames } from '#lib/class-names.ts';
import { usePageMeta } from '#lib/page-meta.ts';
import { t } from '#lib/texts.ts';
import { useRoomForSidebar } from '#lib/use-media.ts';
import { HeaderSlotContext } from './header-slot.tsx';
import { PageHeader } from './page-header.tsx';
import { Sidebar } from './sidebar.tsx';
import { ThemeMenu, ThemeSwitcher } from './theme-switcher.tsx';

/**
 * The frame of every signed-in page: sidebar, header and content, which is as high as the window if the page asks for
 * it.
 */
export function Shell({ notifications }: { notifications: ReactNode }) {
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
          <div className="sticky top-0 flex h-dvh w-52 shrink-0 wide:w-58 border-line border-r">
            <Sidebar />
          </div>
        ) : null}
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="sticky top-0 z-10 shrink-0">
            <PageHeader
              menu={wide ? null : <SlideInMenu />}
              notifications={notifications}
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

/** The sidebar on a narrow screen: slides in over the page, traps the focus, and closes on Escape or a tap outside. */
function SlideInMenu() {
  const [open, setOpen] = useState(false);
  const focus = useDialogFocus();

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button variant="ghost" icon aria-label={t('menu.open')} className="-ml-1.5">
          <Menu className="size-5!" />
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-20 animate-fade-in bg-overlay data-[state=closed]:animate-fade-out" />
        <Dialog.Content
          aria-describedby={undefined}
          {...focus}
          className="fixed inset-y-0 left-0 z-20 flex w-70 max-w-[85vw] animate-slide-in flex-col border-line border-r bg-sidebar outline-none data-[state=closed]:animate-slide-out"
        >
          <Dialog.Title className="sr-only">{t('menu.title')}</Dialog.Title>
          <Sidebar onNavigate={() => setOpen(false)} />
          <Dialog.Close asChild>
            <Button variant="ghost" icon aria-label={t('menu.close')} className="absolute! top-3.5 right-2.5">
              <X />
            </Button>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
