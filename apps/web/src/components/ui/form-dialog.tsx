import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogCancel, type DialogProps } from './dialog.tsx';

interface FormDialogProps extends Pick<DialogProps, 'open' | 'title' | 'subtitle' | 'param'> {
  onClose: () => void;
  /** Label of the submit button. */
  submit: string;
  /** Label of the submit button while sending. */
  submitting: string;
  /** The form is being sent, and the dialog cannot be closed. */
  busy: boolean;
  /** Whether the form can be submitted. */
  complete?: boolean;
  /** Closing would lose input. */
  dirty: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** The fields. */
  children: ReactNode;
}

/** A dialog with a form: fields, Cancel, and a submit button that shows its progress. */
export function FormDialog(props: FormDialogProps) {
  const { onClose, submit, submitting, busy, complete = true, dirty, onSubmit, children, ...dialog } = props;
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      onOpenChange={(next) => !next && onClose()}
      width="narrow"
      confirmClose={dirty}
      busy={busy}
      footer={
        <>
          <DialogCancel />
          <Button type="submit" form={formId} variant="primary" disabled={!complete} busy={busy} busyLabel={submitting}>
            {submit}
          </Button>
        </>
      }
    >
      <DialogBody>
        <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
          {children}
        </form>
      </DialogBody>
    </Dialog>
  );
}
