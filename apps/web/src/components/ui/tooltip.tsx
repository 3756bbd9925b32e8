import { Tooltip as Parts } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

interface TooltipProps {
  /** Short text. It repeats the control's accessible name visually. */
  content: ReactNode;
  /** A single focusable element. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right';
}

/**
 * Short text on hover and focus, for a control with only an icon. Requires `TooltipProvider`.
 *
 * Rendered at the end of the page, never inside a dialog: if a node disappears from a dialog while Tab moves the focus,
 * the dialog's focus trap takes the focus back. Hidden from assistive technology, since it repeats the control's label.
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

/** Shares the delay: after one tooltip was shown, its neighbors show immediately. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Parts.Provider delayDuration={400} skipDelayDuration={300}>
      {children}
    </Parts.Provider>
  );
}
