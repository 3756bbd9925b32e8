import { useSearch } from '@tanstack/react-router';
import { signOut } from '#components/shell/sign-out.ts';
import { Button } from '#components/ui/button.tsx';
import type { SearchParams } from '#lib/search-params.ts';
import { readUser } from '#lib/session.ts';
import { t } from '#lib/signed-out-texts.ts';
import { BackToOverview } from './signed-out-frame.tsx';

/** Shown for a mailed link if a user is already signed in, who may not be the recipient. */
export function SignOutFirst({ purpose }: { purpose: string }) {
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
          onClick={() => signOut(window.location.href)}
          busyLabel={t('signOutFirst.signingOut')}
        >
          {t('signOutFirst.signOut')}
        </Button>
        <BackToOverview />
      </div>
    </>
  );
}

/** The parameters of a mailed link. An empty one counts as missing. */
export function useLinkParams(): { [Name in 'code' | 'token' | 'email']?: string } {
  const search: SearchParams = useSearch({ strict: false });
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => typeof value === 'string' && value.trim() !== ''),
  );
}
