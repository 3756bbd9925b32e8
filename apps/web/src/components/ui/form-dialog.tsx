import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogCancel } from './dialog.tsx';

interface FormDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Stands below the title. */
  subtitle?: ReactNode;
  /** What the button that sends the form says. */
  submit: string;
  /** What it says while the form is being sent. */
  submitting: string;
  /** It is being sent, and cannot be closed meanwhile. */
  busy: boolean;
  /** Whether the form can be sent as it stands. */
  complete?: boolean;
  /** Something was typed that closing would lose. */
  dirty: boolean;
  /** The parameter of the address that opens it, if one does. */
  param?: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The fields, one below the other. */
  children: ReactNode;
}

/** A dialog that is a form: fields, Cancel, and a button that sends them and says so meanwhile. */
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
  const form = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);

  useEffect(() => {
    // The server has refused something: the focus goes to the first field that it is about.
    if (wasBusy.current && !busy) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    wasBusy.current = busy;
  }, [busy]);

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
        <form ref={form} id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
          {children}
        </form>
      </DialogBody>
    </Dialog>
  );
}
