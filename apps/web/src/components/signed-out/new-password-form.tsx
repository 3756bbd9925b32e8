import { MIN_LINK_PASSWORD_LENGTH } from '@portal/contract/values';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { ApiError } from '#lib/api-error.ts';
import { type TextKey, t } from '#lib/messages.ts';
import { BackToLogin } from './signed-out-frame.tsx';

interface Faults {
  password?: string;
  confirmation?: string;
}

interface NewPasswordFormProps {
  /** Account of the password, under which password managers store it. */
  email: string;
  /** Label of the first field. */
  label: TextKey;
  submit: TextKey;
  submitting: TextKey;
  /** Resolves when the password is set and the user has been redirected. */
  onSubmit: (password: string) => Promise<void>;
  /** Any error except one about the password itself, which is shown at its field. */
  onRefused: (error: unknown) => void;
  /** Content above the fields. */
  children?: ReactNode;
}

/** A new password, typed twice. The server's reason for rejecting it is shown at the field; the link stays valid. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const { password, confirmation } = event.currentTarget.elements as unknown as Record<
      keyof Faults,
      HTMLInputElement
    >;
    const found = findFaults(password.value, confirmation.value);
    setFaults(found);
    if (found.password !== undefined) return password.focus();
    if (found.confirmation !== undefined) return confirmation.focus();
    setBusy(true);
    try {
      await props.onSubmit(password.value);
    } catch (error) {
      setBusy(false);
      if (!isAboutPassword(error)) return props.onRefused(error);
      setFaults({ password: error.message });
      password.focus();
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="mt-5 grid gap-4">
      {props.children ?? (
        <input type="email" name="email" autoComplete="username" value={props.email} readOnly hidden />
      )}
      <Field label={t(props.label)} error={faults.password} hint={t('newPassword.hint')}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" required autoFocus />}
      </Field>
      <Field label={t('newPassword.confirmation')} error={faults.confirmation}>
        {(control) => <PasswordInput {...control} name="confirmation" autoComplete="new-password" required />}
      </Field>
      <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={t(props.submitting)}>
        {t(props.submit)}
      </Button>
      <BackToLogin />
    </form>
  );
}

function findFaults(password: string, confirmation: string): Faults {
  if (password.length < MIN_LINK_PASSWORD_LENGTH) return { password: t('newPassword.tooShort') };
  return password === confirmation ? {} : { confirmation: t('newPassword.mismatch') };
}

function isAboutPassword(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 400 && error.details.some(({ path }) => path === 'password');
}
