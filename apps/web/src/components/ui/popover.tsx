import { Popover as Parts } from 'radix-ui';
import { type ReactElement, type ReactNode, use } from 'react';
import { classNames } from '#lib/class-names.ts';
import { floatingClass, OverlayContainer } from './overlay.ts';

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Accessible name of the panel. */
  label: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  className?: string;
}

/** A small panel beside its button. Escape or a click outside closes it and restores the focus. */
export function Popover({ trigger, label, children, align = 'start', className, ...rest }: PopoverProps) {
  const container = use(OverlayContainer);
  return (
    <Parts.Root {...rest}>
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      {/* On phones and touch screens, receives the tap that closes the panel, so that it does not open what is below. */}
      <Parts.Portal container={container}>
        <Parts.Close
          aria-hidden
          tabIndex={-1}
          className="fixed inset-0 z-40 hidden cursor-default pointer-coarse:block max-sheet:block"
        />
      </Parts.Portal>
      <Parts.Portal container={container}>
        <Parts.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={classNames(
            floatingClass,
            'max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto',
            className,
          )}
        >
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
