import { Tooltip as Parts } from 'radix-ui';
import { type ReactElement, type ReactNode, use } from 'react';
import { OverlayContainer } from './overlay-container.ts';

interface TooltipProps {
  /** A few words; for what the control already says in its label, they repeat it for the eye. */
  content: ReactNode;
  /** One element that takes the focus. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right';
}

/** A few words on hover and on focus, for a control that shows an icon alone. Needs `TooltipProvider` above it. */
export function Tooltip({ content, children, side = 'bottom' }: TooltipProps) {
  const container = use(OverlayContainer);
  return (
    <Parts.Root>
      <Parts.Trigger asChild>{children}</Parts.Trigger>
      <Parts.Portal container={container}>
        <Parts.Content
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
