import { CircleAlert } from 'lucide-react';
import { useRef } from 'react';
import { t } from '#lib/signed-out-texts.ts';
import { Button } from './button.tsx';
import { useFocusOnLeave } from './use-focus.ts';

interface ErrorStateProps {
  /** The failed action in plain words. */
  title: string;
  /** The reason, if known. */
  hint?: string | undefined;
  onRetry: () => unknown;
}

/** An error message with a Retry button. */
export function ErrorState({ title, hint, onRetry }: ErrorStateProps) {
  const whole = useRef<HTMLDivElement>(null);
  useFocusOnLeave(whole);
  return (
    <div ref={whole} role="alert" className="grid justify-items-center gap-1 px-6 py-16 text-center">
      <CircleAlert aria-hidden className="mb-2 size-6! text-danger" />
      <p className="font-medium text-ink">{title}</p>
      {hint === undefined ? null : <p className="max-w-96 text-balance text-ink-3">{hint}</p>}
      <Button className="mt-3" onClick={onRetry} busyLabel={t('action.retrying')}>
        {t('action.retry')}
      </Button>
    </div>
  );
}
