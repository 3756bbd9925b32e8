import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useFocusOnLeave } from './use-focus-on-leave.ts';

interface EmptyStateProps {
  icon: LucideIcon;
  /** What is missing, in a sentence: 'No orders found.' */
  title: string;
  hint?: string | undefined;
  /** The next step, where one exists. */
  action?: ReactNode;
}

/** Nothing to show, and what to do about it. */
export function EmptyState({ icon: Icon, title, hint, action }: EmptyStateProps) {
  return (
    <div role="status" className="grid justify-items-center gap-1 px-6 py-16 text-center">
      <Icon aria-hidden className="mb-2 size-6! text-ink-3" />
      <p className="font-medium text-ink">{title}</p>
      {hint === undefined ? null : <p className="max-w-96 text-ink-3">{hint}</p>}
      {action === undefined ? null : <Action>{action}</Action>}
    </div>
  );
}

/** It may go before the rest does: as soon as it is done, say. */
function Action({ children }: { children: ReactNode }) {
  const whole = useRef<HTMLDivElement>(null);
  useFocusOnLeave(whole);
  return (
    <div ref={whole} className="mt-3">
      {children}
    </div>
  );
}
