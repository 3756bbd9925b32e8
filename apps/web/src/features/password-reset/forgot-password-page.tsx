import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BackToLogin, SignedOutFrame } from '#components/signed-out/signed-out-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { EmailInput } from '#components/ui/input.tsx';
import { api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { emailError } from '#lib/input-errors.ts';
import { readPendingSignIn, storePendingSignIn } from '#lib/pending-sign-in.ts';
import { t } from '#lib/signed-out-texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { useForm } from '#lib/use-form.ts';

/** First step of a password reset: requests a link by email. */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const [initialEmail] = useState(() => readPendingSignIn().email);
  const { errors, busy, handleSubmit } = useForm<'email'>({
    validate: ({ email }) => ({ email: emailError(email) }),
    send: async ({ email: { value } }) => {
      const email = value.trim();
      try {
        // Answered in the same way whether or not the email is known.
        await api('POST /auth/forgot-password', { body: { email } });
      } catch (error) {
        toastError(t('forgot.failed'), { description: reasonOf(error) });
        return {};
      }
      storePendingSignIn({ email });
      toastSuccess(t('forgot.sent'));
      await navigate({ to: '/login' });
      return undefined;
    },
  });

  return (
    <SignedOutFrame name={t('forgot.title')}>
      <p className="mt-0.5 text-ink-3">{t('forgot.hint')}</p>
      <form noValidate onSubmit={handleSubmit} className="mt-5 grid gap-4">
        <Field label={t('label.email')} error={errors.email}>
          {(control) => (
            <EmailInput {...control} autoComplete="username" autoFocus defaultValue={initialEmail} className="h-10" />
          )}
        </Field>
        <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={t('action.sending')}>
          {t('forgot.submit')}
        </Button>
        <BackToLogin />
      </form>
    </SignedOutFrame>
  );
}

/**
 * The server's reason, shown after the fixed text: rate limit or mail outage. It never reveals anything about the
 * account.
 */
function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status !== 400 && error.message !== '' ? error.message : undefined;
}
