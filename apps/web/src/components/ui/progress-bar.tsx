import { classNames } from '#lib/class-names.ts';

interface ProgressBarProps {
  /** Accessible name. Without it the bar is hidden from assistive technology. */
  label?: string;
  /** From 0 to 1; undefined if the total is unknown. */
  value?: number | undefined;
  className?: string;
}

/** A thin progress bar, with an indeterminate animation while the total is unknown. */
export function ProgressBar({ label, value, className }: ProgressBarProps) {
  const meaning =
    label === undefined
      ? { 'aria-hidden': true }
      : {
          role: 'progressbar',
          'aria-label': label,
          'aria-valuemin': 0,
          'aria-valuemax': 100,
          'aria-valuenow': value === undefined ? undefined : Math.round(value * 100),
        };
  return (
    <div {...meaning} className={classNames('h-0.5 overflow-hidden rounded-full', className)}>
      {value === undefined ? (
        <div className="h-full w-1/3 animate-progress rounded-full bg-accent" />
      ) : (
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform duration-300"
          style={{ transform: `scaleX(${Math.min(1, Math.max(0, value))})` }}
        />
      )}
    </div>
  );
}
