import type { ReactNode } from 'react';
import { t } from '#lib/texts.ts';

/** Where syncs show: over the lower end of the menu, or above the foot of a narrow page. */
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

/** What stands there. */
export function SyncCard({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-auto grid animate-rise-in gap-1 rounded-panel border border-line bg-raised px-3 py-2.5 text-small shadow-raised">
      {children}
    </div>
  );
}
