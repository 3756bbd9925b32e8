import { AlertDialog as Parts } from 'radix-ui';
import { useState } from 'react';
import { t } from '#lib/signed-out-texts.ts';
import { Button } from './button.tsx';
import { useDialogFocus } from './use-focus.ts';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question with the name of the object: 'Delete bol-10248.pdf?' */
  title: string;
  /** What will be lost. */
  description: string;
  /** Label of the confirm button: a verb. */
  confirm: string;
  /** Label of the confirm button while busy. */
  confirming?: string;
  cancel?: string;
  /** If it returns a promise, the dialog stays open and the button busy until it settles. */
  onConfirm: () => unknown;
}

/** Asks before a destructive action. Tab reaches Cancel first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirm, confirming, cancel = t('action.cancel') } = props;
  const focus = useDialogFocus();
  const [working, setWorking] = useState(false);

  async function handleConfirm() {
    setWorking(true);
    try {
      await props.onConfirm();
    } finally {
      setWorking(false);
    }
    onOpenChange(false);
  }

  return (
    <Parts.Root open={open} onOpenChange={(next) => (next || !working) && onOpenChange(next)}>
      <Parts.Portal>
        <Parts.Overlay className="fixed inset-0 z-40 animate-fade-in bg-overlay opacity-60 data-[state=closed]:animate-fade-out" />
        <Parts.Content
          {...focus}
          className="fixed inset-0 z-40 m-auto grid h-fit content-start w-[calc(100vw-2rem)] max-w-100 animate-pop-in gap-1 rounded-dialog border border-line bg-page p-6 shadow-dialog outline-none data-[state=closed]:animate-fade-out"
        >
          <Parts.Title className="font-semibold text-heading [overflow-wrap:anywhere]">{title}</Parts.Title>
          <Parts.Description className="text-ink-2">{description}</Parts.Description>
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Parts.Cancel asChild disabled={working}>
              <Button>{cancel}</Button>
            </Parts.Cancel>
            <Button variant="danger" onClick={handleConfirm} busyLabel={confirming}>
              {confirm}
            </Button>
          </div>
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
