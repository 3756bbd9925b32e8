import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SignedOutFrame } from '#components/signed-out/signed-out-frame.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { lazyModule, useLazyModule } from '#components/ui/lazy-module.ts';
import { type TextKey, t } from '#lib/messages.ts';
import { clearPendingSignIn, readPendingSignIn, storePendingSignIn } from '#lib/pending-sign-in.ts';
import { toastFailure, toastSuccess } from '#lib/toast.ts';
import { CredentialsStep } from './credentials-step.tsx';
import { beginSignIn, type Credentials, finishSignIn } from './sign-in-api.ts';

/** Time before a code can be sent again, in milliseconds. */
const firstWait = 20_000;
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
      await beginSignIn(given);
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

  /** Resolves to whether the code was accepted. The router then leaves this page. */
  async function verify(code: string): Promise<boolean> {
    try {
      await finishSignIn(queryClient, credentials.email, code);
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
