import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useFocusOnLeave } from './use-focus.ts';

interface EmptyStateProps {
  icon: LucideIcon;
  /** A sentence: 'No orders found.' */
  title: string;
  hint?: string | undefined;
  /** The next step, if there is one. */
  action?: ReactNode;
}

/** Placeholder for an empty list, with the next step. */
export function EmptyState({ icon: Icon, title, hint, action }: EmptyStateProps) {
  return (
    <div role="status" className="grid justify-items-center gap-1 px-6 py-16 text-center">
      <Icon aria-hidden className="mb-2 size-6! text-ink-3" />
      <p className="font-medium text-ink">{title}</p>
      {hint === undefined ? null : <p className="max-w-96 text-balance text-ink-3">{hint}</p>}
      {action === undefined ? null : <Action>{action}</Action>}
    </div>
  );
}

/** May be removed before the rest, for example after it was used. */
function Action({ children }: { children: ReactNode }) {
  const whole = useRef<HTMLDivElement>(null);
  useFocusOnLeave(whole);
  return (
    <div ref={whole} className="mt-3">
      {children}
    </div>
  );
}
