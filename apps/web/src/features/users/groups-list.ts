import { type Role, roles } from '@portal/contract/permissions';
import type { Group } from '@portal/contract/users';
import { anyOf, contains } from '#components/data-table/client-rows.ts';
import type { DataTableColumn } from '#components/data-table/columns.ts';
import { optionsFilter } from '#components/data-table/filters/options-filter.tsx';
import type { TableFilter } from '#components/data-table/filters/table-filters.ts';
import { textFilter } from '#components/data-table/filters/text-filter.tsx';
import type { ClientSource } from '#components/data-table/table-source.ts';
import { groupLabel } from '#lib/group-label.ts';
import { t } from '#lib/texts.ts';
import { groupsQuery } from './users-api.ts';

/** Display name of a group's type. */
export function groupTypeLabel({ type }: Group): string {
  return t(`role.${type}`);
}

/** Groups that the user can see, with their search and sort fields. */
export const groupsSource: ClientSource<Group> = {
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
export const groupsFilters = (): TableFilter[] => [
  {
    kind: optionsFilter(roles, { labelOf: (type) => t(`role.${type as Role}`) }),
    id: 'type',
    label: t('groups.column.type'),
    common: true,
  },
  { kind: textFilter, id: 'name', label: t('groups.column.name') },
  { kind: textFilter, id: 'description', label: t('groups.column.description') },
];

/** Columns of the groups list. */
export const groupsColumns = (): DataTableColumn<Group>[] => [
  {
    id: 'name',
    header: t('groups.column.name'),
    cell: (group) => groupLabel(group.name),
    width: 240,
    tone: 'strong',
    card: 'title',
  },
  {
    id: 'description',
    header: t('groups.column.description'),
    cell: (group) => group.description,
    width: 280,
    grow: true,
    card: 'line',
  },
  {
    id: 'type',
    header: t('groups.column.type'),
    cell: groupTypeLabel,
    tone: 'quiet',
    width: 190,
    card: 'line',
  },
];
