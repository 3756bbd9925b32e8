import type { ReactNode } from 'react';
import { t } from '#lib/signed-out-texts.ts';

interface FactProps {
  label: string;
  /** Undefined shows as a dash. */
  children?: ReactNode;
  className?: string;
}

/** A label with its value, within a `dl`. */
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

/** An address or other multiline text, with each line on its own. */
export function TextLines({ text }: { text: string }) {
  return text.split(/\r\n|\r|\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified only by their position.
    <span key={index} className="block min-h-5">
      {line}
    </span>
  ));
}
