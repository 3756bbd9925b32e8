import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { Dialog as Parts } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { readToken } from '#lib/session.ts';
import { t } from '#lib/signed-out-texts.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { OverlayContainer } from './overlay.ts';
import { useDialogFocus } from './use-focus.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Below the title. */
  subtitle?: ReactNode;
  /** Icon buttons beside the close button. */
  actions?: ReactNode;
  /** Buttons at the bottom, which stay visible while the body scrolls. */
  footer?: ReactNode;
  /** Has unsaved input: asks before closing. */
  confirmClose?: boolean;
  /** Its form is being sent: the dialog cannot be closed until that has finished. */
  busy?: boolean;
  /** The URL parameter that opens the dialog, if any: Back and links then close it, and ask as well. */
  param?: string | undefined;
  width?: 'narrow' | 'medium' | 'wide';
  /** Printing the page prints this dialog alone; see print.css. */
  printable?: boolean;
  /** A `DialogBody`, or `Tabs`. */
  children: ReactNode;
}

// A wide dialog grows as its content loads. It is aligned to the top, so that the content does not move.
const widths = {
  narrow: 'sheet:max-w-110',
  medium: 'sheet:max-w-140',
  wide: 'sheet:max-w-190 sheet:mt-[min(6dvh,3rem)]',
};

/** Whether the enclosing dialog is being sent. */
const DialogBusy = createContext(false);

/**
 * A modal dialog, or a full-height sheet on a narrow screen. It traps the focus and restores it afterwards. Escape, a
 * click outside, the close button and Back close it. It asks first if input would be lost, and cannot be closed while
 * it is being sent.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, subtitle, actions, footer, width = 'medium' } = props;
  const { confirmClose = false, busy = false, param, printable } = props;
  const focus = useDialogFocus();
  const [asking, setAsking] = useState(false);
  // Continues the navigation that Back or a link started; undefined if the dialog itself is to be closed.
  const [leave, setLeave] = useState<(may: boolean) => void>();
  const [content, setContent] = useState<HTMLElement | null>(null);

  function ask(next?: (may: boolean) => void) {
    setLeave(() => next);
    setAsking(true);
  }

  function change(next: boolean) {
    if (!next && busy) return;
    if (!next && confirmClose) ask();
    else onOpenChange(next);
  }

  return (
    <Parts.Root open={open} onOpenChange={change}>
      <Parts.Portal>
        <Parts.Overlay className="fixed inset-0 z-30 animate-fade-in bg-overlay data-[state=closed]:animate-fade-out" />
        <Parts.Content
          ref={setContent}
          aria-describedby={undefined}
          data-print={printable}
          {...focus}
          className={classNames(
            'fixed inset-0 z-30 m-auto flex animate-rise-in flex-col bg-page outline-none sheet:h-fit',
            'sheet:max-h-[calc(100dvh-4rem)] sheet:w-[calc(100vw-2rem)] sheet:rounded-dialog sheet:border sheet:border-line',
            'sheet:shadow-dialog sheet:data-[state=open]:animate-pop-in data-[state=closed]:animate-fade-out',
            widths[width],
          )}
        >
          <OverlayContainer value={content}>
            <header className="flex shrink-0 items-start justify-between gap-4 px-6 pt-5 pb-3">
              <div className="grid min-w-0 gap-1">
                <Parts.Title className="text-pretty font-semibold text-title [overflow-wrap:anywhere]">
                  {title}
                </Parts.Title>
                {subtitle}
              </div>
              {/* Space for the close button, which comes last in tab order. */}
              <div className="flex shrink-0 items-center gap-1 pr-9">{actions}</div>
            </header>
            <DialogBusy value={busy}>
              {props.children}
              {footer === undefined ? null : (
                <footer className="flex shrink-0 justify-end gap-2 border-line border-t px-6 py-4">{footer}</footer>
              )}
            </DialogBusy>
            <Parts.Close asChild disabled={busy}>
              <Button variant="ghost" icon aria-label={t('action.close')} className="absolute! top-5 right-5">
                <X />
              </Button>
            </Parts.Close>
          </OverlayContainer>
        </Parts.Content>
      </Parts.Portal>
      {open && param !== undefined && (confirmClose || busy) ? (
        <AddressGuard param={param} busy={busy} onAsk={ask} />
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={(next) => {
          setAsking(next);
          if (!next) leave?.(false);
        }}
        title={t('discard.title')}
        description={t('discard.description')}
        confirm={t('discard.confirm')}
        cancel={t('discard.keep')}
        onConfirm={() => (leave === undefined ? onOpenChange(false) : leave(true))}
      />
    </Parts.Root>
  );
}

/** A button that only closes its dialog. Like every other way to close, it asks first and is disabled while sending. */
export function DialogCancel() {
  return (
    <Parts.Close asChild disabled={useContext(DialogBusy)}>
      <Button>{t('action.cancel')}</Button>
    </Parts.Close>
  );
}

/** The scrolling part of a dialog. */
export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames('min-h-0 flex-auto overflow-y-auto px-6 pt-1 pb-6', className)}>{children}</div>;
}

interface AddressGuardProps {
  /** The URL parameter that opens the dialog. */
  param: string;
  /** Its form is being sent, so nothing may close the dialog. */
  busy: boolean;
  /** Asks whether to discard the input, and then calls back. */
  onAsk: (leave: (may: boolean) => void) => void;
}

/**
 * Blocks Back, Forward and links that would close an open dialog. Does not block the end of a session or
 * `useUrlDialog`'s own closing, because by then the dialog has asked or its form is saved. Does not block closing or
 * reloading the page either, because the input is stored as a draft (see `useDraft`).
 */
function AddressGuard({ param, busy, onAsk }: AddressGuardProps) {
  const shouldBlockFn: ShouldBlockFn = useCallback(
    ({ current, next }) => {
      const [before, after]: Record<string, unknown>[] = [{ ...current.search }, { ...next.search }];
      const stays = next.pathname === current.pathname && after?.[param] === before?.[param];
      if (stays || readToken() === null) return false;
      return busy || new Promise<boolean>((resolve) => onAsk((may) => resolve(!may)));
    },
    [param, busy, onAsk],
  );
  useBlocker({ shouldBlockFn, enableBeforeUnload: false });
  return null;
}
