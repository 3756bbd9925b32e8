import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogCancel } from './dialog.tsx';

interface FormDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Below the title. */
  subtitle?: ReactNode;
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
  /** The URL parameter that opens the dialog, if any. */
  param?: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** The fields. */
  children: ReactNode;
}

/** A dialog with a form: fields, Cancel, and a submit button that shows its progress. */
export function FormDialog(props: FormDialogProps) {
  const {
    open,
    onClose,
    title,
    subtitle,
    submit,
    submitting,
    busy,
    complete = true,
    dirty,
    param,
    onSubmit,
    children,
  } = props;
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      subtitle={subtitle}
      width="narrow"
      confirmClose={dirty}
      busy={busy}
      param={param}
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
