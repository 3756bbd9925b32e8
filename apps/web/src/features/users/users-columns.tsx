import { type DataTableColumn, dateColumn } from '#components/data-table/columns.ts';
import { t } from '#lib/texts.ts';
import { UserStatus, userState } from './user-status.tsx';
import { groupNames, type ListedUser, userName } from './users-api.ts';
import { customerOf } from './users-list.tsx';

type Column = DataTableColumn<ListedUser>;

/** Columns of the users list, in order. */
export const usersColumns = (): Column[] => [
  {
    id: 'fullName',
    header: t('users.column.fullName'),
    cell: (user) => user.fullName,
    width: 210,
    tone: 'strong',
    card: 'title',
  },
  {
    id: 'email',
    header: t('users.column.email'),
    cell: (user) => user.email,
    width: 240,
    grow: true,
    card: 'line',
  },
  {
    id: 'status',
    header: t('users.column.status'),
    cell: (user) => <UserStatus state={userState(user.status)} />,
    width: 116,
    card: 'figure',
  },
  {
    id: 'groups',
    header: t('users.column.groups'),
    cell: groupNames,
    width: 190,
    tone: 'quiet',
    card: 'line',
  },
  {
    id: 'customer',
    header: t('users.column.customer'),
    cell: customerOf,
    width: 210,
    tone: 'quiet',
    card: 'line',
  },
  {
    id: 'parent',
    header: t('users.column.parent'),
    cell: ({ parent }) => (parent === undefined ? undefined : userName(parent)),
    width: 190,
    tone: 'quiet',
    hidden: true,
  },
  date('createdAt', t('users.column.createdAt')),
  date('updatedAt', t('users.column.updatedAt'), true),
  date('expiresAt', t('users.column.expiresAt'), true),
];

function date(id: 'createdAt' | 'updatedAt' | 'expiresAt', header: string, hidden = false): Column {
  return dateColumn(id, header, (user) => user[id], { width: 132, hidden });
}
