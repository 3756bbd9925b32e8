import { type ReactNode, useRef } from 'react';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { Button } from './button.tsx';
import { useFocusOnLeave } from './use-focus.ts';

interface StaleNoticeProps {
  onRetry: () => Promise<unknown>;
  className: string;
  children: ReactNode;
}

/** Says above older content that reading it again has failed. */
export function StaleNotice({ onRetry, className, children }: StaleNoticeProps) {
  const whole = useRef<HTMLDivElement>(null);
  useFocusOnLeave(whole);
  return (
    <div
      ref={whole}
      role="alert"
      className={classNames('flex items-center justify-between bg-danger-soft px-4 py-1.5 text-small', className)}
    >
      {children}
      <Button size="small" onClick={onRetry} busyLabel={t('action.retrying')}>
        {t('action.retry')}
      </Button>
    </div>
  );
}
