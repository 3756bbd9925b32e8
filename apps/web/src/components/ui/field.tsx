import { type ReactNode, useId } from 'react';

/** What a control needs to belong to its label, hint and error. Spread it on the control. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  /** Shown below in plain words; read out with the control. */
  error?: string | undefined;
  hint?: string | undefined;
  /** Stands at the right of the label: a link, a count. */
  aside?: ReactNode;
  children: (control: FieldControl) => ReactNode;
}

/** A labelled control with room for a hint and an error, tied together for assistive technology. */
export function Field({ label, error, hint, aside, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  const noteId = `${id}-note`;
  const control: FieldControl = {
    id,
    'aria-describedby': note === undefined ? undefined : noteId,
    'aria-invalid': error === undefined ? undefined : true,
  };
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium text-small text-ink-2">
          {label}
        </label>
        {aside}
      </div>
      {children(control)}
      {note === undefined ? null : (
        <p id={noteId} className={error === undefined ? 'text-ink-3 text-small' : 'text-danger text-small'}>
          {note}
        </p>
      )}
    </div>
  );
}
