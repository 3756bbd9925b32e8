import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { t } from '#lib/messages.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { BackToLogin } from './back-to-login.tsx';
import { setNewPassword } from './password-reset-api.ts';

const shortest = 6;

interface Faults {
  password?: string;
  confirmation?: string;
}

/** A new password, typed twice. Why the server refuses one is said at its box; the link is still good then. */
export function NewPasswordForm({ code, email }: { code: string; email: string }) {
  const navigate = useNavigate();
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
      await setNewPassword({ code, email, password: password.value });
    } catch (error) {
      setBusy(false);
      const refused = refusalOf(error);
      if (refused === undefined) return;
      setFaults({ password: refused });
      password.focus();
      return;
    }
    toastSuccess(t('reset.done'));
    await navigate({ to: '/login' });
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="mt-5 grid gap-4">
      {/* For password managers, which keep a password under a name. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t('reset.password')} error={faults.password} hint={t('reset.passwordHint')}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" required autoFocus />}
      </Field>
      <Field label={t('reset.confirmation')} error={faults.confirmation}>
        {(control) => <PasswordInput {...control} name="confirmation" autoComplete="new-password" required />}
      </Field>
      <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={t('reset.submitting')}>
        {t('reset.submit')}
      </Button>
      <BackToLogin />
    </form>
  );
}

function findFaults(password: string, confirmation: string): Faults {
  if (password.length < shortest) return { password: t('reset.tooShort') };
  return password === confirmation ? {} : { confirmation: t('reset.mismatch') };
}

/** Why the password itself was refused; whatever else went wrong is told by a toast. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) {
    toastError(messageOf(error, t('reset.failed')));
    return undefined;
  }
  const isAbout = (field: string) => error.details.some(({ path }) => path === field);
  if (isAbout('password')) return error.message;
  // An address that cannot be one came with the link, and not from a box that could be named.
  toastError(t('reset.failed'), { description: isAbout('email') ? t('reset.noEmail') : error.message });
  return undefined;
}
