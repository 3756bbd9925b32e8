import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { BackToLogin, SignedOutFrame } from '#components/signed-out/signed-out-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { ApiError } from '#lib/api-error.ts';
import { emailFault } from '#lib/input-errors.ts';
import { type TextKey, t } from '#lib/messages.ts';
import { readPendingSignIn, storePendingSignIn } from '#lib/pending-sign-in.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { sendResetLink } from './password-reset-api.ts';

/** First step of a password reset: requests a link by email. */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<TextKey>();
  const [busy, setBusy] = useState(false);
  const [initialEmail] = useState(() => readPendingSignIn().email);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy || input.current === null) return;
    const found = emailFault(input.current.validity);
    setFault(found);
    if (found !== undefined) return input.current.focus();
    const email = input.current.value.trim();
    setBusy(true);
    try {
      await sendResetLink(email);
    } catch (error) {
      setBusy(false);
      toastError(t('forgot.failed'), { description: reasonOf(error) });
      return;
    }
    storePendingSignIn({ email });
    toastSuccess(t('forgot.sent'));
    await navigate({ to: '/login' });
  }

  return (
    <SignedOutFrame name={t('forgot.title')}>
      <h1 className="mt-5 font-semibold text-title">{t('forgot.title')}</h1>
      <p className="mt-0.5 text-ink-3">{t('forgot.hint')}</p>
      <form noValidate onSubmit={handleSubmit} className="mt-5 grid gap-4">
        <Field label={t('forgot.email')} error={fault && t(fault)}>
          {(control) => (
            <Input
              {...control}
              ref={input}
              name="email"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              autoFocus
              defaultValue={initialEmail}
              className="h-10"
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={t('forgot.submitting')}>
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
