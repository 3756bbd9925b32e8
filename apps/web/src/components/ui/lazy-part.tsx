import { type ComponentProps, type ReactNode, useRef } from 'react';
import { t } from '#lib/texts.ts';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogCancel } from './dialog.tsx';
import { type LazyModule, useLazyModule } from './lazy-module.ts';
import { useFocusOnLeave } from './use-focus.ts';

interface LoadError {
  retry: () => Promise<void>;
  retried: boolean;
}

/** If a retry fails, a reload may help: after a release it knows the new files. */
function RetryButton({ retry, retried, ...look }: LoadError & Pick<ComponentProps<typeof Button>, 'size' | 'variant'>) {
  return (
    <Button
      {...look}
      onClick={retried ? () => window.location.reload() : retry}
      busyLabel={retried ? undefined : t('action.retrying')}
    >
      {t(retried ? 'part.reload' : 'action.retry')}
    </Button>
  );
}

interface LazyPartProps<Module> {
  of: LazyModule<Module>;
  /** Placeholder while loading. */
  waiting: ReactNode;
  /** Wrapper of the error message, if the frame itself is part of what failed to load. */
  frame?: (notice: ReactNode) => ReactNode;
  children: (module: Module) => ReactNode;
}

/**
 * A part of a menu or page that is loaded when it is shown. If loading fails, shows an error with Retry in its place.
 */
export function LazyPart<Module>({ of, waiting, frame, children }: LazyPartProps<Module>) {
  const { module, failed, ...lost } = useLazyModule(of);
  if (module !== undefined) return children(module);
  if (!failed) return waiting;
  const notice = <LoadErrorPart {...lost} />;
  return frame === undefined ? notice : frame(notice);
}

function LoadErrorPart(lost: LoadError) {
  const whole = useRef<HTMLDivElement>(null);
  useFocusOnLeave(whole);
  return (
    <div ref={whole} role="alert" className="grid max-w-80 justify-items-start gap-2 p-3">
      <p>{t('part.failed')}</p>
      <p className="text-ink-3 text-small">{t('part.failedHint')}</p>
      <RetryButton size="small" {...lost} />
    </div>
  );
}

interface LazyDialogProps<Module> {
  of: LazyModule<Module>;
  /** Whether the dialog is open. It may be loaded earlier, and stays mounted after loading. */
  open: boolean;
  onClose: () => void;
  children: (module: Module) => ReactNode;
}

/** A dialog that is loaded when it opens. If loading fails, shows a dialog with the error and Retry. */
export function LazyDialog<Module>({ of, open, onClose, children }: LazyDialogProps<Module>) {
  const { module, failed, ...lost } = useLazyModule(of, open);
  if (module !== undefined) return children(module);
  return (
    <Dialog
      open={open && failed}
      onOpenChange={(next) => !next && onClose()}
      title={t('part.failed')}
      width="narrow"
      footer={
        <>
          <DialogCancel />
          <RetryButton variant="primary" {...lost} />
        </>
      }
    >
      <DialogBody>
        <p role="alert" className="text-ink-2">
          {t('part.failedHint')}
        </p>
      </DialogBody>
    </Dialog>
  );
}
