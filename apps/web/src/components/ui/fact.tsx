import type { ReactNode } from 'react';
import { t } from '#lib/messages.ts';

interface FactProps {
  label: string;
  /** Text, or undefined where there is none: a dash stands for it. */
  children?: ReactNode;
  className?: string;
}

/** A label and what it says, within a `dl`. */
export function Fact({ label, children, className }: FactProps) {
  return (
    <div className={className}>
      <dt className="text-ink-3 text-small">{label}</dt>
      <dd className="text-ink [overflow-wrap:anywhere]">
        {children === undefined || children === '' ? <span className="text-ink-3">{t('value.none')}</span> : children}
      </dd>
    </div>
  );
}

/** An address or any text of several lines, each on its own. */
export function TextLines({ text }: { text: string }) {
  return text.split(/\r\n|\r|\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place.
    <span key={index} className="block min-h-5">
      {line}
    </span>
  ));
}
