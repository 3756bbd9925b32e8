import { useEffect, useState } from 'react';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyPart } from '#components/ui/lazy-part.tsx';
import { useRole } from '#lib/profile.ts';
import { maySync } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { SyncCard, SyncPlace } from './sync-place.tsx';

// Loaded separately, so that no page waits for it.
const progress = lazyModule(() => import('./sync-progress.tsx'));

/** Progress of active syncs on every page, for roles that can see it. Mounted once. */
export function SyncHost() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => whenIdle(() => setIsTime(true)), []);
  const may = maySync(useRole());
  if (!isTime || !may) return null;
  return (
    <LazyPart
      of={progress}
      waiting={null}
      frame={(notice) => (
        <SyncPlace>
          <SyncCard>
            <p className="font-medium text-ink">{t('sync.progress')}</p>
            <div className="-m-3 mt-0">{notice}</div>
          </SyncCard>
        </SyncPlace>
      )}
    >
      {({ SyncProgress }) => <SyncProgress />}
    </LazyPart>
  );
}
