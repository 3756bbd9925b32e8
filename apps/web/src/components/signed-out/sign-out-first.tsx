import { useNavigate } from '@tanstack/react-router';
import { logOut } from '#components/shell/log-out.ts';
import { Button } from '#components/ui/button.tsx';
import { t } from '#lib/messages.ts';
import { readUser } from '#lib/session.ts';

/** Shown for a mailed link if a user is already signed in, who may not be the recipient. */
export function SignOutFirst({ purpose }: { purpose: string }) {
  const navigate = useNavigate();
  const user = readUser()?.email;
  return (
    <>
      <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        {user === undefined ? t('signOutFirst.somebody') : t('signOutFirst.user', { user })} {purpose}
      </p>
      <div className="mt-5 grid gap-4">
        <Button
          variant="primary"
          size="large"
          onClick={() => logOut(window.location.href)}
          busyLabel={t('signOutFirst.signingOut')}
        >
          {t('signOutFirst.signOut')}
        </Button>
        <Button variant="ghost" size="large" onClick={() => void navigate({ to: '/overview' })} className="-mt-2">
          {t('signOutFirst.stay')}
        </Button>
      </div>
    </>
  );
}
