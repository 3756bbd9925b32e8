import { useQuery } from '@tanstack/react-query';
import { useRole } from '#lib/profile.ts';
import { useUrlDialog } from '#lib/url-dialog.ts';
import { EditGroupDialog } from './edit-group-dialog.tsx';
import { EditUserDialog } from './edit-user/edit-user-dialog.tsx';
import { InviteDialog } from './invite/invite-dialog.tsx';
import { InviteManyDialog } from './invite/invite-many-dialog.tsx';
import { RegisterUserDialog } from './register-user/register-user-dialog.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { useRowDialog } from './use-row-dialog.ts';
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
  const mayRegister = useRole() === 'admin';
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
