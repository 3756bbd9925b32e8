import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown, RefreshCw, UserPlus } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { DropdownMenu, DropdownMenuItem } from '#components/ui/dropdown-menu.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { useRole } from '#lib/profile.ts';
import { mayRegisterUsers } from '#lib/role.ts';
import type { SearchParams } from '#lib/search-params.ts';
import { t } from '#lib/texts.ts';
import { useUrlDialogOpener } from '#lib/url-dialog.ts';
import { GroupsTab } from './groups-tab.tsx';
import { groupsQuery, usersQuery } from './users-api.ts';
import { UsersDialogs } from './users-dialogs.tsx';
import { UsersTab } from './users-tab.tsx';

/** User Management: users and groups in the current user's scope, and their actions. */
export function UsersPage() {
  const { tab }: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data: users } = useQuery(usersQuery);
  const { data: groups } = useQuery(groupsQuery);

  function openTab(value: string) {
    // Page, search and sort in the URL belong to the tab being left; each table restores its own.
    void navigate({ to: '.', search: value === 'groups' ? { tab: value } : {}, resetScroll: false });
  }

  return (
    <>
      <Tabs
        label={t('users.tabs')}
        value={tab === 'groups' ? 'groups' : 'users'}
        onValueChange={openTab}
        actions={<UsersActions />}
        fill
        tabs={[
          { value: 'users', label: t('users.tab.users'), count: users?.length, content: <UsersTab /> },
          { value: 'groups', label: t('label.groups'), count: groups?.length, content: <GroupsTab /> },
        ]}
      />
      <UsersDialogs />
    </>
  );
}

/** Actions available on both tabs. */
function UsersActions() {
  const queryClient = useQueryClient();
  const { open: openInvite } = useUrlDialogOpener('/users', 'invite');
  const { open: openInviteMany } = useUrlDialogOpener('/users', 'inviteMany');
  const { open: openRegister } = useUrlDialogOpener('/users', 'register');
  const mayRegister = mayRegisterUsers(useRole());
  return (
    <div className="flex items-center gap-2">
      <Button onClick={() => queryClient.invalidateQueries()} className="max-sheet:px-2">
        <RefreshCw aria-hidden />
        <span className="max-sheet:sr-only">{t('action.refresh')}</span>
      </Button>
      <div className="flex">
        <Button variant="primary" onClick={() => openInvite('1')} className="rounded-r-none">
          <UserPlus aria-hidden className="max-sheet:hidden" />
          {t('users.invite')}
        </Button>
        <DropdownMenu
          trigger={
            <Button
              variant="primary"
              icon
              aria-label={t('users.inviteMore')}
              className="rounded-l-none border-on-accent/25 border-l"
            >
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          <DropdownMenuItem onSelect={() => openInviteMany('1')}>{t('users.inviteMany')}</DropdownMenuItem>
          {mayRegister ? (
            <DropdownMenuItem onSelect={() => openRegister('1')}>{t('users.register')}</DropdownMenuItem>
          ) : null}
        </DropdownMenu>
      </div>
    </div>
  );
}
