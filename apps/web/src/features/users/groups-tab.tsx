import type { Group } from '@portal/contract/users';
import { Pencil, UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { DataTable } from '#components/data-table/data-table.tsx';
import type { RowBehaviour } from '#components/data-table/row-behaviour.ts';
import { groupLabel } from '#lib/group-label.ts';
import { t } from '#lib/texts.ts';
import { useUrlDialog } from '#lib/url-dialog.ts';
import { groupsColumns, groupsFilters, groupsSource } from './groups-list.ts';
import { useUnlinkedReason } from './unlinked-reason.ts';

const defaultSort = { id: 'name', descending: false };

/** The groups list; each group can be renamed. */
export function GroupsTab() {
  const { open } = useUrlDialog('/users', 'group');
  const unlinked = useUnlinkedReason();
  const columns = useMemo(groupsColumns, []);
  const filters = useMemo(groupsFilters, []);
  const behaviour: RowBehaviour<Group> = useMemo(
    () => ({
      id: (group) => group.id,
      label: (group) => groupLabel(group.name),
      href: (group) => `/users?tab=groups&group=${group.id}`,
      onOpen: (group) => open(group.id),
      onIntent: () => undefined,
      actions: [
        {
          label: t('groups.action.edit'),
          icon: Pencil,
          onSelect: (group) => open(group.id),
          refused: () => unlinked,
        },
      ],
    }),
    [open, unlinked],
  );
  return (
    <DataTable
      tableKey="groups"
      label={t('users.tab.groups')}
      searchLabel={t('groups.search')}
      texts={{ empty: t('groups.empty'), emptyIcon: UsersRound, failed: t('groups.failed') }}
      columns={columns}
      source={groupsSource}
      filters={filters}
      defaultSort={defaultSort}
      behaviour={behaviour}
      withoutRefresh
    />
  );
}
