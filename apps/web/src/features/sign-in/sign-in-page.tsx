import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SignedOutFrame } from '#components/signed-out/signed-out-frame.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { lazyModule, useLazyModule } from '#components/ui/lazy-module.ts';
import { api } from '#lib/api.ts';
import { clearPendingSignIn, readPendingSignIn, storePendingSignIn } from '#lib/pending-sign-in.ts';
import { profileQuery } from '#lib/profile.ts';
import { notifySessionChanged, storeToken } from '#lib/session.ts';
import { type TextKey, t } from '#lib/signed-out-texts.ts';
import { toastFailure, toastSuccess } from '#lib/toast.ts';
import { type Credentials, CredentialsStep } from './credentials-step.tsx';

/** The specified value of the countdown before the first code is sent, in milliseconds; the code step is not shown then. */
const firstWait = 20_000;
/** Time before a code can be sent again, in milliseconds. */
const waitAfterSend = 90_000;

// Loaded while the user fills in the first step.
const codeStep = lazyModule(() => import('./code-step.tsx'));

/** Sign-in in two steps: email and password, then the emailed code. A reload stays on the current step. */
export function SignInPage() {
  const queryClient = useQueryClient();
  const { module, failed, retry } = useLazyModule(codeStep);
  const [pending] = useState(readPendingSignIn);
  // The password is unknown after a reload, because it is never stored.
  const [credentials, setCredentials] = useState<Credentials>({ email: pending.email, password: '' });
  const [step, setStep] = useState<'credentials' | 'code'>(pending.codeSentAt === undefined ? 'credentials' : 'code');
  const [notice, setNotice] = useState<TextKey | undefined>(pending.notice);
  const [resendAt, setResendAt] = useState(() =>
    pending.codeSentAt === undefined ? Date.now() + firstWait : pending.codeSentAt + waitAfterSend,
  );

  /** Sends a code, initially or again, and shows the code step. */
  async function send(given: Credentials) {
    try {
      // A new code replaces the previous one.
      await api('POST /auth/login/initiate', { body: given });
    } catch (error) {
      toastFailure(error, t('login.initiateFailed'));
      return;
    }
    const now = Date.now();
    storePendingSignIn({ email: given.email, codeSentAt: now });
    setCredentials(given);
    setResendAt(now + waitAfterSend);
    setNotice(undefined);
    setStep('code');
    toastSuccess(t('login.codeSent'));
  }

  function goToCredentials(why?: TextKey) {
    storePendingSignIn({ email: credentials.email });
    setNotice(why);
    setStep('credentials');
  }

  async function resend() {
    if (credentials.password === '') goToCredentials('login.passwordAgain');
    else await send(credentials);
  }

  /**
   * Signs in with the code. Resolves to whether it was accepted. Loading the profile stores it in local storage, from which
   * the next screen reads it. `app/watch-session.ts`, notified then, clears the cache and runs the route guards again, of
   * which that of /login in `app/routes.tsx` redirects. If the profile cannot be loaded now, the next screen loads it.
   */
  async function verify(otp: string): Promise<boolean> {
    try {
      const answer = await api('POST /auth/login/verify', { body: { email: credentials.email, otp } });
      storeToken(answer.access_token);
      await queryClient.fetchQuery(profileQuery).catch(() => undefined);
      notifySessionChanged();
    } catch (error) {
      toastFailure(error, t('login.codeFailed'));
      return false;
    }
    clearPendingSignIn();
    toastSuccess(t('login.loggedIn'));
    return true;
  }

  return (
    <SignedOutFrame name={t('login.documentTitle')} heading={false}>
      {step === 'credentials' ? (
        <CredentialsStep initial={credentials} notice={notice && t(notice)} onSubmit={send} />
      ) : module !== undefined ? (
        <module.CodeStep resendAt={resendAt} onResend={resend} onSubmit={verify} onBack={() => goToCredentials()} />
      ) : failed ? (
        <ErrorState title={t('errors.page')} hint={t('errors.pageHint')} onRetry={retry} />
      ) : null}
    </SignedOutFrame>
  );
}
