import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRole } from '#lib/profile.ts';
import { mayRegisterUsers } from '#lib/role.ts';
import { type TextKey, t } from '#lib/texts.ts';
import { toastError } from '#lib/toast.ts';
import { useUrlDialog } from '#lib/url-dialog.ts';
import { useCloseOpen, useOpening } from '#lib/use-opening.ts';
import { EditGroupDialog } from './edit-group-dialog.tsx';
import { EditUserDialog } from './edit-user/edit-user-dialog.tsx';
import { InviteDialog } from './invite/invite-dialog.tsx';
import { InviteManyDialog } from './invite/invite-many-dialog.tsx';
import { RegisterUserDialog } from './register-user-dialog.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { UserDetailsDialog } from './user-details-dialog.tsx';
import { groupsQuery, usersQuery } from './users-api.ts';

const noUser = { title: 'users.missing', hint: 'users.missingHint' } as const;
const noGroup = { title: 'groups.missing', hint: 'groups.missingHint' } as const;

/** The dialogs of the page, each opened by its own URL parameter. */
export function UsersDialogs() {
  const { data: users } = useQuery(usersQuery);
  const { data: groups } = useQuery(groupsQuery);
  const details = useRowDialog('user', users, noUser);
  const edit = useRowDialog('edit', users, noUser);
  const password = useRowDialog('password', users, noUser);
  const group = useRowDialog('group', groups, noGroup);
  const invite = useUrlDialog('/users', 'invite');
  const inviteMany = useUrlDialog('/users', 'inviteMany');
  const register = useUrlDialog('/users', 'register');
  const mayRegister = mayRegisterUsers(useRole());
  return (
    <>
      {details.row === undefined ? null : (
        <UserDetailsDialog user={details.row} open={details.open} onClose={details.close} />
      )}
      {edit.row === undefined ? null : (
        <EditUserDialog key={edit.key} user={edit.row} open={edit.open} onClose={edit.close} />
      )}
      {password.row === undefined ? null : (
        <ResetPasswordDialog key={password.key} user={password.row} open={password.open} onClose={password.close} />
      )}
      {group.row === undefined ? null : (
        <EditGroupDialog key={group.key} group={group.row} open={group.open} onClose={group.close} />
      )}
      <InviteDialog open={invite.id !== undefined} onClose={invite.close} />
      <InviteManyDialog open={inviteMany.id !== undefined} onClose={inviteMany.close} />
      {mayRegister ? <RegisterUserDialog open={register.id !== undefined} onClose={register.close} /> : null}
    </>
  );
}

interface MissingTexts {
  title: TextKey;
  hint: TextKey;
}

/**
 * Dialog for a row of a fully loaded list, opened by the URL. It opens once the list is loaded and stays open if a
 * later refetch no longer contains the row, because it may hold input. An unknown id is removed from the URL with a
 * message.
 */
function useRowDialog<Row extends { id: string }>(
  param: string,
  rows: readonly Row[] | undefined,
  missingTexts: MissingTexts,
) {
  const { id, close } = useUrlDialog('/users', param);
  const found = id === undefined ? undefined : rows?.find((row) => row.id === id);
  const { open, content: row, key } = useOpening(id, found);
  const missing = id !== undefined && rows !== undefined && found === undefined && !open;
  const { title, hint } = missingTexts;
  useEffect(() => {
    if (!missing) return;
    toastError(t(title), { description: t(hint), id: title });
    close();
  }, [missing, close, title, hint]);

  return { row, open, key, close: useCloseOpen(open, close) };
}
