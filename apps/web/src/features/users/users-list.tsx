import { customerRoles, type Role, roles } from '@portal/contract/permissions';
import type { Group } from '@portal/contract/users';
import { anyOf, contains, onDays } from '#components/data-table/client-rows.ts';
import { type DataTableColumn, dateColumn, textColumn } from '#components/data-table/columns.ts';
import { daysFilter } from '#components/data-table/filters/days-filter.tsx';
import { optionsFilter } from '#components/data-table/filters/options-filter.tsx';
import type { TableFilter } from '#components/data-table/filters/table-filters.ts';
import { textFilter } from '#components/data-table/filters/text-filter.tsx';
import type { ClientSource } from '#components/data-table/use-table-rows.ts';
import { groupLabel } from '#lib/group-label.ts';
import { personName } from '#lib/initials.ts';
import { lastDay } from '#lib/local-day.ts';
import { isStaff } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { type UserState, UserStatus, userState, userStateLabel, userStates } from './user-status.tsx';
import { groupNames, type ListedUser, usersQuery } from './users-api.ts';

/** Display name of a user's customer: the name, or the NetSuite id if the name is unknown. */
export function customerOf(user: ListedUser): string | undefined {
  return user.customerName ?? user.customerNetsuiteId;
}

/** Day on which a user's access ends, as it was chosen. */
function endDay({ expiresAt }: ListedUser): string | undefined {
  return expiresAt === null ? undefined : (lastDay(expiresAt) ?? expiresAt);
}

/** All users in the current user's scope, with their search and sort fields. */
export const usersSource: ClientSource<ListedUser> = {
  query: usersQuery,
  rules: {
    id: (user) => user.id,
    searched: (user) => [
      user.fullName,
      user.email,
      user.customerName,
      user.customerNetsuiteId,
      userStateLabel(userState(user.status)),
      groupNames(user),
    ],
    sortKeys: {
      fullName: (user) => user.fullName,
      email: (user) => user.email,
      status: (user) => userStateLabel(userState(user.status)),
      groups: groupNames,
      customer: customerOf,
      parent: (user) => (user.parent === undefined ? undefined : personName(user.parent)),
      createdAt: (user) => Date.parse(user.createdAt),
      updatedAt: (user) => Date.parse(user.updatedAt),
      expiresAt: (user) => (user.expiresAt === null ? undefined : Date.parse(user.expiresAt)),
    },
    filters: {
      status: anyOf((user) => userState(user.status)),
      groups: anyOf((user) => user.groupType),
      fullName: contains((user) => user.fullName),
      email: contains((user) => user.email),
      customer: contains(customerOf),
      createdAt: onDays((user) => user.createdAt),
      updatedAt: onDays((user) => user.updatedAt),
      expiresAt: onDays((user) => endDay(user)),
    },
  },
};

/**
 * Filters of the users list. The group filter uses the type, which stays the same when a group is renamed.
 * @param groups groups that the current user can see, for their names; undefined while loading
 */
export function usersFilters(role: Role, groups: readonly Group[] | undefined): TableFilter[] {
  const names = new Map<string, string>(groups?.map((group) => [group.type, groupLabel(group.name)]));
  return [
    {
      kind: optionsFilter(userStates, {
        labelOf: (state) => userStateLabel(state as UserState),
        renderOption: (state) => <UserStatus state={state as UserState} />,
      }),
      id: 'status',
      label: t('label.status'),
      common: true,
    },
    {
      kind: optionsFilter(isStaff(role) ? roles : customerRoles, {
        labelOf: (type) => names.get(type) ?? groupLabel(type),
      }),
      id: 'groups',
      label: t('label.group'),
      common: true,
    },
    { kind: textFilter, id: 'fullName', label: t('label.fullName') },
    { kind: textFilter, id: 'email', label: t('label.email') },
    { kind: textFilter, id: 'customer', label: t('label.customer') },
    { kind: daysFilter, id: 'createdAt', label: t('label.createdAt') },
    { kind: daysFilter, id: 'updatedAt', label: t('label.updatedAt') },
    { kind: daysFilter, id: 'expiresAt', label: t('label.expiresAt') },
  ];
}

type Column = DataTableColumn<ListedUser>;

/** Columns of the users list, in order. */
export const usersColumns = (): Column[] => [
  textColumn('fullName', t('label.fullName'), 210, (user) => user.fullName, {
    tone: 'strong',
    card: 'title',
    shrink: { to: 150, rank: 2 },
  }),
  textColumn('email', t('label.email'), 240, (user) => user.email, {
    tone: 'plain',
    grow: true,
    card: 'line',
    shrink: { to: 164, rank: 2 },
  }),
  {
    id: 'status',
    header: t('label.status'),
    cell: (user) => <UserStatus state={userState(user.status)} />,
    width: 116,
    shrink: { to: 98, rank: 1 },
    card: 'figure',
  },
  textColumn('groups', t('label.groups'), 190, groupNames, { card: 'line', shrink: { to: 122, rank: 2 } }),
  textColumn('customer', t('label.customer'), 210, customerOf, { card: 'line', shrink: { to: 110, rank: 2 } }),
  textColumn('parent', t('label.parent'), 190, ({ parent }) => parent && personName(parent), { hidden: true }),
  date('createdAt', t('label.createdAt'), { shrink: { to: 116, rank: 1 } }),
  date('updatedAt', t('label.updatedAt'), { hidden: true }),
  dateColumn('expiresAt', t('label.expiresAt'), endDay, { width: 132, hidden: true }),
];

function date(id: 'createdAt' | 'updatedAt', header: string, rest: Partial<Column>): Column {
  return dateColumn(id, header, (user) => user[id], { width: 132, ...rest });
}
