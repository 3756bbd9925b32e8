import type { ReactNode } from 'react';
import { t } from '#lib/texts.ts';

/** Container for sync progress: at the bottom of the sidebar, or above the bottom edge of a narrow page. */
export function SyncPlace({ children }: { children: ReactNode }) {
  return (
    <aside
      aria-label={t('sync.running')}
      className="pointer-events-none fixed inset-x-3 bottom-17 z-10 grid gap-2 sheet:right-auto sheet:w-64 shell:bottom-30 shell:left-2.5 shell:w-53"
    >
      {children}
    </aside>
  );
}

/** Card in this container. */
export function SyncCard({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-auto grid animate-rise-in gap-1 rounded-panel border border-line bg-raised px-3 py-2.5 text-small shadow-raised">
      {children}
    </div>
  );
}
