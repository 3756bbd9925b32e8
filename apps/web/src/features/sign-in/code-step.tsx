import { CODE_LENGTH } from '@portal/contract/values';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { OtpInput } from '#components/ui/otp-input.tsx';
import { t } from '#lib/signed-out-texts.ts';
import { useForm } from '#lib/use-form.ts';

interface CodeStepProps {
  /** Time from which the code can be sent again, in milliseconds since the epoch. */
  resendAt: number;
  onResend: () => Promise<void>;
  /** Resolves to whether the code was accepted. */
  onSubmit: (code: string) => Promise<boolean>;
  onBack: () => void;
}

/** Step 2: enters the code. It can be sent again after the countdown. */
export function CodeStep({ resendAt, onResend, onSubmit, onBack }: CodeStepProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const { errors, setErrors, busy, handleSubmit } = useForm({
    validate: () => ({ code: code.length < CODE_LENGTH ? t('login.codeRequired') : undefined }),
    send: async () => {
      if (await onSubmit(code)) return undefined;
      // The next attempt replaces the code. Focused first, because a code input that gets the focus moves its selection.
      input.current?.focus();
      input.current?.select();
      // Without text, because a toast says why.
      return { code: '' };
    },
  });

  function change(next: string) {
    setCode(next);
    setErrors({});
  }

  async function resend() {
    await onResend();
    change('');
    input.current?.focus();
  }

  return (
    <>
      <h1 className="mt-5 font-semibold text-title">{t('login.codeTitle')}</h1>
      <p id={`${id}-hint`} className="mt-0.5 text-ink-3">
        {t('login.codeHint')}
      </p>
      <form noValidate onSubmit={handleSubmit} className="mt-5 grid gap-4">
        <OtpInput
          ref={input}
          name="code"
          aria-label={t('login.code')}
          aria-describedby={errors.code ? `${id}-error` : `${id}-hint`}
          aria-invalid={errors.code === undefined ? undefined : true}
          length={CODE_LENGTH}
          value={code}
          onChange={change}
          autoFocus
        />
        {errors.code ? (
          <p id={`${id}-error`} role="alert" className="-mt-2 text-danger text-small">
            {errors.code}
          </p>
        ) : null}
        <Resend at={resendAt} onResend={resend} />
        <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={t('login.submitting')}>
          {t('login.submit')}
        </Button>
        <Button variant="ghost" size="large" onClick={onBack} className="-mt-2">
          {t('login.back')}
        </Button>
      </form>
    </>
  );
}

function Resend({ at, onResend }: { at: number; onResend: () => Promise<void> }) {
  const seconds = useCountdown(at);
  return (
    // As high as the button that replaces it, so that the layout does not shift.
    <div className="-my-1 flex h-7 items-center text-small">
      {seconds > 0 ? (
        <p className="text-ink-3 tabular-nums">{t('login.resendIn', { seconds })}</p>
      ) : (
        <Button
          variant="ghost"
          size="small"
          onClick={onResend}
          busyLabel={t('action.sending')}
          className="-ml-2 text-accent!"
        >
          {t('login.resend')}
        </Button>
      )}
    </div>
  );
}

/**
 * Whole seconds until `endsAt` (milliseconds since the epoch); 0 afterwards. Stays correct after the tab was suspended.
 */
function useCountdown(endsAt: number): number {
  const [clock, setClock] = useState(() => ({ endsAt, now: Date.now() }));
  // The clock is not read after a countdown ends, so a new countdown reads it first.
  if (clock.endsAt !== endsAt) setClock({ endsAt, now: Date.now() });
  const left = Math.max(0, endsAt - clock.now);

  useEffect(() => {
    // Reads the clock instead of counting ticks, because browsers throttle timers in hidden tabs.
    const tick = () => setClock({ endsAt, now: Date.now() });
    const timer = left > 0 ? setTimeout(tick, left % 1000 || 1000) : undefined;
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [endsAt, left]);

  return Math.ceil(left / 1000);
}
