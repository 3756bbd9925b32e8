import { type ReactNode, useId } from 'react';
import { classNames } from '#lib/class-names.ts';

interface PanelProps {
  title: string;
  /** At the right of the title, or below it on a narrow screen. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A bordered section of a page with its own heading. */
export function Panel({ title, actions, children, className }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames('rounded-panel border border-line bg-page', className)}>
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <h2 id={id} className="mr-auto font-semibold text-body text-ink">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
