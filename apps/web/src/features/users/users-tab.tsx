import { useQuery } from '@tanstack/react-query';
import { Eye, KeyRound, MailPlus, Pencil, Trash2, UsersRound } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { DataTable } from '#components/data-table/data-table.tsx';
import type { RowBehavior } from '#components/data-table/row-behavior.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { api } from '#lib/api.ts';
import { personName } from '#lib/initials.ts';
import { profileQuery, useRole } from '#lib/profile.ts';
import { t } from '#lib/texts.ts';
import { useUrlDialogOpener } from '#lib/url-dialog.ts';
import { useOpening } from '#lib/use-opening.ts';
import { useChange, useUnlinkedReason } from './use-change.ts';
import { userState } from './user-status.tsx';
import { groupsQuery, type ListedUser } from './users-api.ts';
import { usersColumns, usersFilters, usersSource } from './users-list.tsx';

const defaultSort = { id: 'fullName', descending: false };

/** The users list with the actions of each user. */
export function UsersTab() {
  const role = useRole();
  const ownId = useQuery(profileQuery).data?.id;
  const unlinked = useUnlinkedReason();
  const { data: groups } = useQuery(groupsQuery);
  const columns = useMemo(usersColumns, []);
  const filters = useMemo(() => usersFilters(role, groups), [role, groups]);
  const { hrefOf, open: openDetails } = useUrlDialogOpener('/users', 'user');
  const { open: openEdit } = useUrlDialogOpener('/users', 'edit');
  const { open: openPassword } = useUrlDialogOpener('/users', 'password');
  const [deleting, setDeleting] = useState<ListedUser>();
  const resend = useResend();

  const behavior: RowBehavior<ListedUser> = useMemo(
    () => ({
      id: (user) => user.id,
      label: personName,
      href: (user) => hrefOf(user.id),
      onOpen: (user) => openDetails(user.id),
      // The list already has everything to show.
      onIntent: () => undefined,
      actions: [
        { label: t('users.action.view'), icon: Eye, onSelect: (user) => openDetails(user.id) },
        {
          label: t('action.edit'),
          icon: Pencil,
          onSelect: (user) => openEdit(user.id),
          refused: () => unlinked,
        },
        {
          label: t('users.action.resend'),
          icon: MailPlus,
          onSelect: resend,
          refused: (user) =>
            unlinked ?? (userState(user.status) === 'pending' ? undefined : t('users.action.resendRefused')),
        },
        {
          label: t('setPassword.title'),
          icon: KeyRound,
          onSelect: (user) => openPassword(user.id),
          refused: (user) =>
            unlinked ?? (userState(user.status) === 'active' ? undefined : t('users.action.passwordRefused')),
        },
        {
          label: t('action.delete'),
          icon: Trash2,
          onSelect: setDeleting,
          refused: (user) => unlinked ?? (user.id === ownId ? t('users.action.deleteRefused') : undefined),
          danger: true,
        },
      ],
    }),
    [hrefOf, openDetails, openEdit, openPassword, resend, ownId, unlinked],
  );

  return (
    <>
      <DataTable
        tableKey="users"
        label={t('users.tab.users')}
        searchLabel={t('users.search')}
        texts={{ empty: t('users.empty'), emptyIcon: UsersRound, failed: t('users.failed') }}
        columns={columns}
        source={usersSource}
        filters={filters}
        defaultSort={defaultSort}
        behavior={behavior}
        withoutRefresh
      />
      <DeleteUserDialog user={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

const resendTexts = { done: 'users.resent', failed: 'users.resendFailed' } as const;

/** Resends a pending user's invitation; ignores further clicks while sending. */
function useResend(): (user: ListedUser) => void {
  const run = useChange();
  const sending = useRef(new Set<string>());
  return useCallback(
    async ({ id }) => {
      if (sending.current.has(id)) return;
      sending.current.add(id);
      await run(() => api('PUT /customer-invitations/{id}/invitation', { params: { id } }), resendTexts);
      sending.current.delete(id);
    },
    [run],
  );
}

interface DeleteUserDialogProps {
  /** Undefined while the dialog is closed. */
  user: ListedUser | undefined;
  onClose: () => void;
}

// The dialog closes only when the row is gone.
const texts = { done: 'users.deleted', failed: 'users.deleteFailed', awaitsReload: true } as const;

/** Asks for confirmation, naming the user, and deletes the user. */
function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const run = useChange();
  const { open, content: shown } = useOpening(user, user);
  if (shown === undefined) return null;
  const { id, email } = shown;

  const remove = () => run(() => api('DELETE /users/{id}', { params: { id } }), texts);

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('deleteUser.title', { name: personName(shown) })}
      description={t('deleteUser.description', { email })}
      confirm={t('action.delete')}
      confirming={t('action.deleting')}
      onConfirm={remove}
    />
  );
}
