import { Tooltip as Parts } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

interface TooltipProps {
  /** A few words; for what the control already says in its label, they repeat it for the eye. */
  content: ReactNode;
  /** One element that takes the focus. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right';
}

/**
 * A few words on hover and on focus, for a control that shows an icon alone. Needs `TooltipProvider` above it.
 *
 * Rendered at the end of the page, never inside a dialog: a node that disappears from a dialog while Tab moves the focus
 * makes the dialog's focus trap take the focus back to itself. Hidden from assistive technology, since it repeats the
 * label of its control.
 */
export function Tooltip({ content, children, side = 'bottom' }: TooltipProps) {
  return (
    <Parts.Root>
      <Parts.Trigger asChild>{children}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content
          aria-hidden
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-80 animate-fade-in rounded-control border border-line bg-raised px-2 py-1 text-ink text-small shadow-raised"
        >
          {content}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

/** Shares the delay: once one tooltip was shown, its neighbours show at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Parts.Provider delayDuration={400} skipDelayDuration={300}>
      {children}
    </Parts.Provider>
  );
}
