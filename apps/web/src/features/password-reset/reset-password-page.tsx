import { Link, useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { NewPasswordForm } from '#components/signed-out/new-password-form.tsx';
import { SignOutFirst, useLinkParams } from '#components/signed-out/sign-out-first.tsx';
import { BackToLogin, SignedOutFrame } from '#components/signed-out/signed-out-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { ApiError } from '#lib/api-error.ts';
import { t } from '#lib/messages.ts';
import { storePendingSignIn } from '#lib/pending-sign-in.ts';
import { onSessionChange, readToken } from '#lib/session.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { setNewPassword } from './password-reset-api.ts';

/** Second step of a password reset, the target of the emailed link. Does nothing until the button is pressed. */
export function ResetPasswordPage() {
  const { code, email } = useLinkParams();
  const signedIn = useSyncExternalStore(onSessionChange, () => readToken() !== null);
  return (
    <SignedOutFrame name={t('reset.title')}>
      <h1 className="mt-5 font-semibold text-title">{t('reset.title')}</h1>
      {code === undefined || email === undefined ? (
        <BrokenLink fault={t(code === undefined ? 'reset.noCode' : 'reset.noEmail')} />
      ) : signedIn ? (
        <SignOutFirst purpose={t('reset.signOutFirst', { email })} />
      ) : (
        <>
          <p className="mt-0.5 text-ink-3 [overflow-wrap:anywhere]">{t('reset.hint', { email })}</p>
          <ResetForm code={code} email={email} />
          <p className="mt-5 border-line border-t pt-4 text-ink-3 text-small">
            {t('reset.expired')}{' '}
            <Link to="/forgot-password" className="rounded-small text-accent underline">
              {t('reset.newLink')}
            </Link>
          </p>
        </>
      )}
    </SignedOutFrame>
  );
}

function ResetForm({ code, email }: { code: string; email: string }) {
  const navigate = useNavigate();

  async function handleSubmit(password: string) {
    await setNewPassword({ code, email, password });
    storePendingSignIn({ email });
    toastSuccess(t('reset.done'));
    await navigate({ to: '/login' });
  }

  return (
    <NewPasswordForm
      email={email}
      label="reset.password"
      submit="reset.submit"
      submitting="reset.submitting"
      onSubmit={handleSubmit}
      onRefused={tellRefusal}
    />
  );
}

function tellRefusal(error: unknown): void {
  toastError(t('reset.failed'), { description: reasonOf(error) });
}

/** The server's reason, shown after the fixed text. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.message === '') return undefined;
  // An invalid email comes from the link and has no field in the form.
  const isAboutEmail = error.status === 400 && error.details.some(({ path }) => path === 'email');
  return isAboutEmail ? t('reset.noEmail') : error.message;
}

function BrokenLink({ fault }: { fault: string }) {
  const navigate = useNavigate();
  return (
    <>
      <p role="alert" className="mt-4 font-medium text-danger">
        {fault}
      </p>
      <p className="mt-1 text-ink-3">{t('reset.brokenHint')}</p>
      <div className="mt-5 grid gap-4">
        <Button variant="primary" size="large" onClick={() => void navigate({ to: '/forgot-password' })}>
          {t('reset.requestLink')}
        </Button>
        <BackToLogin />
      </div>
    </>
  );
}
