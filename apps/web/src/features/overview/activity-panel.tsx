import { Panel } from '#components/ui/panel.tsx';
import { t } from '#lib/texts.ts';
import { ActivityFilterBar } from './activity-filter-bar.tsx';
import { useActivityFilters } from './activity-filters.ts';
import { ActivityLog } from './activity-log.tsx';

/** The activity log, newest first, with its filters. */
export function ActivityPanel() {
  const [filters, changeFilters] = useActivityFilters();
  return (
    <Panel
      title={t('activity.title')}
      actions={<ActivityFilterBar filters={filters} onChange={changeFilters} />}
      className="overflow-hidden"
    >
      <ActivityLog filters={filters} />
    </Panel>
  );
}
