import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SignedOutFrame } from '#components/signed-out/signed-out-frame.tsx';
import { t } from '#lib/messages.ts';
import { toastFailure, toastSuccess } from '#lib/toast.ts';
import { CodeStep } from './code-step.tsx';
import { CredentialsStep } from './credentials-step.tsx';
import { type Credentials, sendCode, signIn } from './sign-in-api.ts';

/** How long one waits before a code can be sent again, in milliseconds. */
const firstWait = 20_000;
const waitAfterSend = 90_000;

/** Sign-in in two steps: e-mail and password, then the code that was mailed. */
export function SignInPage() {
  const queryClient = useQueryClient();
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' });
  const [step, setStep] = useState<'credentials' | 'code'>('credentials');
  const [resendAt, setResendAt] = useState(() => Date.now() + firstWait);

  /** Sends a code, for the first time or again, and moves on to ask for it. */
  async function send(given: Credentials) {
    try {
      await sendCode(given);
    } catch (error) {
      toastFailure(error, t('login.initiateFailed'));
      return;
    }
    setCredentials(given);
    setResendAt(Date.now() + waitAfterSend);
    setStep('code');
    toastSuccess(t('login.codeSent'));
  }

  /** Whether the code was taken. The routes lead on from here by themselves. */
  async function verify(code: string): Promise<boolean> {
    try {
      await signIn(queryClient, credentials.email, code);
    } catch (error) {
      toastFailure(error, t('login.codeFailed'));
      return false;
    }
    toastSuccess(t('login.loggedIn'));
    return true;
  }

  return (
    <SignedOutFrame name={t('login.documentTitle')}>
      {step === 'credentials' ? (
        <CredentialsStep initial={credentials} onSubmit={send} />
      ) : (
        <CodeStep
          resendAt={resendAt}
          onResend={() => send(credentials)}
          onSubmit={verify}
          onBack={() => setStep('credentials')}
        />
      )}
    </SignedOutFrame>
  );
}
