import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { logOut } from '#components/shell/log-out.ts';
import { SignedOutFrame } from '#components/shell/signed-out-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { t } from '#lib/messages.ts';
import { onSessionChange, readToken, readUser } from '#lib/session.ts';
import { BackToLogin } from './back-to-login.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

/** A forgotten password, second part: where the mailed link leads. Nothing is done before the button is pressed. */
export function ResetPasswordPage() {
  // Of the mailed link; undefined where the link lacks it.
  const { code, email }: { code?: string; email?: string } = useSearch({ strict: false });
  const signedIn = useSyncExternalStore(onSessionChange, () => readToken() !== null);
  return (
    <SignedOutFrame name={t('reset.title')}>
      <h1 className="mt-5 font-semibold text-title">{t('reset.title')}</h1>
      {code === undefined || email === undefined ? (
        <BrokenLink fault={t(code === undefined ? 'reset.noCode' : 'reset.noEmail')} />
      ) : signedIn ? (
        <SignOutFirst email={email} />
      ) : (
        <>
          <p className="mt-0.5 text-ink-3 [overflow-wrap:anywhere]">{t('reset.hint', { email })}</p>
          <NewPasswordForm code={code} email={email} />
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

/** The account of the link may be another one than the account signed in here. */
function SignOutFirst({ email }: { email: string }) {
  const navigate = useNavigate();
  const user = readUser()?.email;
  return (
    <>
      <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        {user === undefined ? t('reset.signedInSomehow', { email }) : t('reset.signedIn', { user, email })}
      </p>
      <div className="mt-5 grid gap-4">
        <Button
          variant="primary"
          size="large"
          onClick={() => logOut(window.location.href)}
          busyLabel={t('reset.signingOut')}
        >
          {t('reset.signOut')}
        </Button>
        <Button variant="ghost" size="large" onClick={() => void navigate({ to: '/overview' })} className="-mt-2">
          {t('reset.stay')}
        </Button>
      </div>
    </>
  );
}
