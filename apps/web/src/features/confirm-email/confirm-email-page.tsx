import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useLinkParams } from '#components/signed-out/sign-out-first.tsx';
import { BackToLogin, BackToOverview, LinkProblem, SignedOutFrame } from '#components/signed-out/signed-out-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { storePendingSignIn } from '#lib/pending-sign-in.ts';
import { refreshProfile } from '#lib/profile.ts';
import { readToken, useSignedIn } from '#lib/session.ts';
import { t } from '#lib/signed-out-texts.ts';
import { toastFailure, toastSuccess } from '#lib/toast.ts';

/** Target of the link in an email-change email. Does nothing until the button is pressed. */
export function ConfirmEmailPage() {
  const { code, email } = useLinkParams();
  const [refused, setRefused] = useState(false);
  const broken = code === undefined || email === undefined;
  return (
    <SignedOutFrame name={t('confirmEmail.title')}>
      {broken || refused ? (
        <LinkProblem
          title={t('confirmEmail.invalid')}
          hint={t(broken ? 'confirmEmail.brokenHint' : 'confirmEmail.invalidHint')}
        >
          <WayBack primary />
        </LinkProblem>
      ) : (
        <>
          <p className="mt-0.5 text-ink-3 [overflow-wrap:anywhere]">{t('confirmEmail.hint', { email })}</p>
          <div className="mt-5 grid gap-4">
            <ConfirmButton code={code} email={email} onRefused={() => setRefused(true)} />
            <WayBack />
          </div>
        </>
      )}
    </SignedOutFrame>
  );
}

function ConfirmButton({ code, email, onRefused }: { code: string; email: string; onRefused: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function confirm() {
    try {
      await api('POST /auth/confirm-email', { body: { code, email } });
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) onRefused();
      else toastFailure(error, t('confirmEmail.failed'));
      return;
    }
    toastSuccess(t('confirmEmail.done'));
    if (readToken() === null) {
      storePendingSignIn({ email });
      await navigate({ to: '/login' });
    } else {
      void refreshProfile(queryClient);
      await navigate({ to: '/profile' });
    }
  }

  return (
    <Button variant="primary" size="large" onClick={confirm} busyLabel={t('confirmEmail.submitting')}>
      {t('confirmEmail.title')}
    </Button>
  );
}

/** Works with or without a session: a signed-in user returns to the app. */
function WayBack({ primary = false }: { primary?: boolean }) {
  return useSignedIn() ? <BackToOverview primary={primary} /> : <BackToLogin primary={primary} />;
}
