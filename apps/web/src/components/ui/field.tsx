import { type ReactNode, useId } from 'react';

/** Props that connect a control to its label, hint and error. Spread them on the control. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  /** Shown below the control and announced with it. */
  error?: string | undefined;
  hint?: string | undefined;
  /** A link or button at the right of the label. Comes after the control in tab order. */
  actions?: ReactNode;
  children: (control: FieldControl) => ReactNode;
}

/** A control with label, hint and error, connected for assistive technology. */
export function Field({ label, error, hint, actions, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  const noteId = `${id}-note`;
  const control: FieldControl = {
    id,
    'aria-describedby': note === undefined ? undefined : noteId,
    'aria-invalid': error === undefined ? undefined : true,
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1.5 *:col-span-2">
      <label htmlFor={id} className="col-start-1! col-end-2! row-start-1 font-medium text-small text-ink-2">
        {label}
      </label>
      {children(control)}
      {actions ? <div className="col-start-2! col-end-3! row-start-1">{actions}</div> : null}
      {note === undefined ? null : (
        <p id={noteId} className={error === undefined ? 'text-ink-3 text-small' : 'text-danger text-small'}>
          {note}
        </p>
      )}
    </div>
  );
}
