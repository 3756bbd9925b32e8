import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { EmailInput } from '#components/ui/input.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { emailError } from '#lib/input-errors.ts';
import { storePendingSignIn } from '#lib/pending-sign-in.ts';
import { t } from '#lib/signed-out-texts.ts';
import { useForm } from '#lib/use-form.ts';

export interface Credentials {
  email: string;
  password: string;
}

interface CredentialsStepProps {
  /** Earlier input, when the user returns from the code step. */
  initial: Credentials;
  /** Why the user must sign in, if it is not obvious. */
  notice: string | undefined;
  onSubmit: (credentials: Credentials) => Promise<void>;
}

/** Step 1: email and password. Uses native inputs, so that password managers can fill them. */
export function CredentialsStep({ initial, notice, onSubmit }: CredentialsStepProps) {
  const { errors, busy, handleSubmit } = useForm<keyof Credentials>({
    validate: ({ email, password }) => ({
      email: emailError(email),
      password: password.validity.valueMissing ? t('login.passwordRequired') : undefined,
    }),
    send: async ({ email, password }) => {
      await onSubmit({ email: email.value.trim(), password: password.value });
      return {};
    },
  });

  /** Prefills the email on the next screen. */
  function keepEmail({ currentTarget }: MouseEvent<HTMLElement>) {
    const typed = currentTarget.closest('form')?.elements.namedItem('email');
    if (typed instanceof HTMLInputElement) storePendingSignIn({ email: typed.value.trim() });
  }

  return (
    <>
      <h1 className="mt-5 font-semibold text-title">{t('login.title')}</h1>
      <p className="mt-0.5 text-ink-3">{t('login.hint')}</p>
      {notice === undefined ? null : (
        <p role="status" className="mt-4 rounded-control bg-accent-soft px-3 py-2 text-ink">
          {notice}
        </p>
      )}
      <form noValidate onSubmit={handleSubmit} className="mt-5 grid gap-4">
        <Field label={t('label.email')} error={errors.email}>
          {(control) => (
            <EmailInput
              {...control}
              autoComplete="username"
              autoFocus={initial.email === ''}
              defaultValue={initial.email}
              className="h-10"
            />
          )}
        </Field>
        <Field
          label={t('label.password')}
          error={errors.password}
          actions={
            <Link
              to="/forgot-password"
              onClick={keepEmail}
              className="rounded-small text-accent text-small hover:underline"
            >
              {t('login.forgotPassword')}
            </Link>
          }
        >
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="current-password"
              required
              autoFocus={initial.email !== ''}
              defaultValue={initial.password}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={t('login.continuing')}>
          {t('login.continue')}
        </Button>
      </form>
      <p className="mt-5 border-line border-t pt-4 text-ink-3 text-small">{t('login.register')}</p>
    </>
  );
}
