import { Link, useNavigate } from '@tanstack/react-router';
import { NewPasswordForm } from '#components/signed-out/new-password-form.tsx';
import { SignOutFirst, useLinkParams } from '#components/signed-out/sign-out-first.tsx';
import { BackToLogin, LinkProblem, SignedOutFrame } from '#components/signed-out/signed-out-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { storePendingSignIn } from '#lib/pending-sign-in.ts';
import { useSignedIn } from '#lib/session.ts';
import { t } from '#lib/signed-out-texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';

/** Second step of a password reset, the target of the emailed link. Does nothing until the button is pressed. */
export function ResetPasswordPage() {
  const { code, email } = useLinkParams();
  const signedIn = useSignedIn();
  return (
    <SignedOutFrame name={t('reset.title')}>
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
    await api('PUT /auth/forgot-password', { body: { code, email, password } });
    storePendingSignIn({ email });
    toastSuccess(t('reset.done'));
    await navigate({ to: '/login' });
  }

  return (
    <NewPasswordForm
      email={email}
      label="label.newPassword"
      submit="forgot.title"
      submitting="action.resetting"
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
    <LinkProblem title={fault} hint={t('reset.brokenHint')}>
      <Button variant="primary" size="large" onClick={() => void navigate({ to: '/forgot-password' })}>
        {t('reset.requestLink')}
      </Button>
      <BackToLogin />
    </LinkProblem>
  );
}
