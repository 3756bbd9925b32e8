import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';
import { formatNumber } from '#lib/format.ts';
import { useNarrow } from '#lib/use-media.ts';
import { Button } from './button.tsx';

interface ToolbarButtonProps extends Omit<ComponentProps<typeof Button>, 'icon' | 'size' | 'children'> {
  icon: LucideIcon;
  /** Label beside the icon on a wide screen. */
  label: string;
  /** Label below the icon on a narrow screen: one short word. */
  shortLabel?: string;
  /** Shown beside the icon on a narrow screen if it is not 0. On a wide screen the label contains it. */
  count?: number;
}

/** A toolbar button: icon and label side by side, or stacked on a narrow screen. */
export function ToolbarButton({ icon: Icon, label, shortLabel = label, count = 0, ...rest }: ToolbarButtonProps) {
  const narrow = useNarrow();
  if (!narrow) {
    return (
      <Button {...rest}>
        <Icon aria-hidden />
        {label}
      </Button>
    );
  }
  const { busyLabel = label, variant, className: _, ...narrowRest } = rest;
  return (
    <Button
      aria-label={rest.busy ? busyLabel : label}
      {...narrowRest}
      variant={variant === 'primary' ? 'primary' : 'ghost'}
      className="h-12! min-w-10 grow px-1!"
    >
      <span className="relative grid justify-items-center gap-1">
        <Icon aria-hidden />
        {count === 0 ? null : (
          // The label already says the number: here it is drawn and not read.
          <span
            aria-hidden
            data-count={formatNumber(count)}
            className={classNames(
              'absolute -top-1 left-1/2 ml-2 min-w-4 rounded-small px-1 text-center text-small tabular-nums leading-4',
              'after:content-[attr(data-count)]',
              variant === 'primary' ? 'bg-on-accent text-accent' : 'bg-accent text-on-accent',
            )}
          />
        )}
        <span className="text-small leading-4">{shortLabel}</span>
      </span>
    </Button>
  );
}
