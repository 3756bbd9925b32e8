import { type FormEvent, useEffect, useState } from 'react';

/** Error messages by field name. */
export type FormErrors = Readonly<Record<string, string | undefined>>;

interface FormOptions<Name extends string> {
  /** Finds errors before the form is sent. `inputs` are the form's native inputs by name. */
  validate?: (inputs: Readonly<Record<Name, HTMLInputElement>>) => FormErrors;
  /**
   * Sends the form. Resolves to the errors by field, none if the form is to be used again; or to undefined if it is
   * done, which keeps it busy until it disappears.
   */
  send: (inputs: Readonly<Record<Name, HTMLInputElement>>) => Promise<FormErrors | undefined>;
}

interface FormState {
  errors: FormErrors;
  /** Replaces the errors without moving the focus: the user has changed something. */
  setErrors: (errors: FormErrors) => void;
  busy: boolean;
  /** For the form element. Ignored while busy, so that nothing is sent twice. */
  handleSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
}

/**
 * Submits a form: validates, sends, shows errors at their fields and focuses the first invalid one. (A button
 * cannot be `aria-invalid`: it has `data-fault`.)
 */
export function useForm<Name extends string = never>({ validate, send }: FormOptions<Name>): FormState {
  const [errors, setErrors] = useState<FormErrors>({});
  const [busy, setBusy] = useState(false);
  // The form of the last rejected attempt: a new object for each.
  const [rejected, setRejected] = useState<{ form: HTMLFormElement }>();

  useEffect(() => {
    rejected?.form.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]')?.focus();
  }, [rejected]);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const inputs = form.elements as unknown as Readonly<Record<Name, HTMLInputElement>>;
    const found = validate?.(inputs) ?? {};
    if (hasErrors(found)) return reject(form, found);
    setErrors({});
    setBusy(true);
    const refused = await send(inputs);
    if (refused === undefined) return;
    setBusy(false);
    reject(form, refused);
  }

  function reject(form: HTMLFormElement, found: FormErrors) {
    setErrors(found);
    setRejected({ form });
  }

  return { errors, setErrors, busy, handleSubmit };
}

function hasErrors(errors: FormErrors): boolean {
  return Object.values(errors).some((error) => error !== undefined);
}
