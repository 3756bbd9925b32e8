import { Menu, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useDialogFocus } from '#components/ui/use-dialog-focus.ts';
import { t } from '#lib/texts.ts';
import { Sidebar } from './sidebar.tsx';

/** The sidebar on a narrow screen: slides in over the page, traps the focus, and closes on Escape or a tap outside. */
export function SlideInMenu() {
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
