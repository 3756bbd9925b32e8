import { type Role, roles } from '@portal/contract/permissions';
import type { Group } from '@portal/contract/users';
import { Pencil, UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { anyOf, contains } from '#components/data-table/client-rows.ts';
import { type DataTableColumn, textColumn } from '#components/data-table/columns.ts';
import { DataTable } from '#components/data-table/data-table.tsx';
import { optionsFilter } from '#components/data-table/filters/options-filter.tsx';
import type { TableFilter } from '#components/data-table/filters/table-filters.ts';
import { textFilter } from '#components/data-table/filters/text-filter.tsx';
import type { RowBehavior } from '#components/data-table/row-behavior.ts';
import type { ClientSource } from '#components/data-table/use-table-rows.ts';
import { groupLabel } from '#lib/group-label.ts';
import { t } from '#lib/texts.ts';
import { useUrlDialogOpener } from '#lib/url-dialog.ts';
import { useUnlinkedReason } from './use-change.ts';
import { groupsQuery } from './users-api.ts';

const defaultSort = { id: 'name', descending: false };

/** The groups list; each group can be renamed. */
export function GroupsTab() {
  const { open } = useUrlDialogOpener('/users', 'group');
  const unlinked = useUnlinkedReason();
  const columns = useMemo(groupsColumns, []);
  const filters = useMemo(groupsFilters, []);
  const behavior: RowBehavior<Group> = useMemo(
    () => ({
      id: (group) => group.id,
      label: (group) => groupLabel(group.name),
      href: (group) => `/users?tab=groups&group=${group.id}`,
      onOpen: (group) => open(group.id),
      onIntent: () => undefined,
      actions: [
        {
          label: t('action.edit'),
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
      label={t('label.groups')}
      searchLabel={t('groups.search')}
      texts={{ empty: t('groups.empty'), emptyIcon: UsersRound, failed: t('groups.failed') }}
      columns={columns}
      source={groupsSource}
      filters={filters}
      defaultSort={defaultSort}
      behavior={behavior}
      withoutRefresh
    />
  );
}

/** Display name of a group's type. */
export function groupTypeLabel({ type }: Group): string {
  return t(`role.${type}`);
}

/** Groups that the user can see, with their search and sort fields. */
const groupsSource: ClientSource<Group> = {
  query: groupsQuery,
  rules: {
    id: (group) => group.id,
    searched: (group) => [groupLabel(group.name), group.description, groupTypeLabel(group)],
    sortKeys: {
      name: (group) => groupLabel(group.name),
      description: (group) => group.description,
      type: groupTypeLabel,
    },
    filters: {
      type: anyOf((group) => group.type),
      name: contains((group) => groupLabel(group.name)),
      description: contains((group) => group.description),
    },
  },
};

/** Filters of the groups list. */
const groupsFilters = (): TableFilter[] => [
  {
    kind: optionsFilter(roles, { labelOf: (type) => t(`role.${type as Role}`) }),
    id: 'type',
    label: t('groups.column.type'),
    common: true,
  },
  { kind: textFilter, id: 'name', label: t('label.name') },
  { kind: textFilter, id: 'description', label: t('label.description') },
];

/** Columns of the groups list. */
const groupsColumns = (): DataTableColumn<Group>[] => [
  textColumn('name', t('label.name'), 240, (group) => groupLabel(group.name), { tone: 'strong', card: 'title' }),
  textColumn('description', t('label.description'), 280, (group) => group.description, {
    tone: 'plain',
    grow: true,
    card: 'line',
  }),
  textColumn('type', t('groups.column.type'), 190, groupTypeLabel, { card: 'line' }),
];
