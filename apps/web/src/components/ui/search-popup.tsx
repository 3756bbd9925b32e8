import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#lib/texts.ts';
import { Button } from './button.tsx';

interface PopupSearchProps {
  value: string;
  onValueChange: (text: string) => void;
  placeholder: string;
  /** Below the field: its progress. */
  children?: ReactNode;
}

/** The search field at the top of a popup with results. */
export function PopupSearch({ children, ...input }: PopupSearchProps) {
  return (
    <div className="relative border-line border-b">
      <Search aria-hidden className="pointer-events-none absolute top-2.75 left-3 size-3.5! text-ink-3" />
      <Command.Input
        {...input}
        maxLength={200}
        className="h-9 w-full rounded-t-panel bg-transparent pr-3 pl-8.5 text-ink outline-none"
      />
      {children}
    </div>
  );
}

/** The results of a popup, 200 px high at most. */
export function PopupResults({ label, busy, children }: { label: string; busy?: boolean; children: ReactNode }) {
  return (
    <Command.List
      label={label}
      aria-busy={busy || undefined}
      className="max-h-50 overflow-y-auto overscroll-contain p-1 empty:p-0"
    >
      {children}
    </Command.List>
  );
}

/** The results could not be loaded. */
export function PopupError({ children, onRetry }: { children: ReactNode; onRetry: (() => unknown) | undefined }) {
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-3 py-4 text-center text-ink-2">
      {children}
      <Button size="small" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </div>
  );
}

interface PopupSummaryProps {
  /** Number of visible results. */
  shown: number;
  /** Says that there is more. */
  more: string | undefined;
  /** Text if there are no results. */
  empty: string;
}

/** How much was found: nothing at all, or more than is shown. Announced when it changes. */
export function PopupSummary({ shown, more, empty }: PopupSummaryProps) {
  return (
    <div role="status">
      {shown === 0 ? <p className="px-3 py-4 text-center text-ink-3">{empty}</p> : null}
      {more === undefined ? null : <p className="border-line border-t px-3 py-1.5 text-ink-3 text-small">{more}</p>}
      {shown > 0 && more === undefined ? <span className="sr-only">{t('picker.found', { count: shown })}</span> : null}
    </div>
  );
}
