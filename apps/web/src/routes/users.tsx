import { createRoute, redirect } from '@tanstack/react-router';
import { readFreshRole, readRole } from '#lib/profile.ts';
import { mayManageUsers } from '#lib/role.ts';
import { lazyPage } from './lazy-page.tsx';
import { signedInRoute } from './signed-in.tsx';

export const usersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/users',
  staticData: { title: 'users.title', description: 'users.description', fill: true },
  // The tables and dialogs own their URL parameters: tab, page, search, sort, open dialog.
  validateSearch: (search: Record<string, unknown>) => search,
  // Whoever has lost the page is led away by the next click, and not met by a screen that refuses everything. Within
  // the page nobody waits for it: the rights that are read behind it lead away all the same.
  beforeLoad: async ({ context, cause }) => {
    const readCurrent = cause === 'enter' ? readFreshRole : readRole;
    if (!mayManageUsers(await readCurrent(context.queryClient))) throw redirect({ to: '/overview', replace: true });
  },
  component: lazyPage(() => import('#features/users/users-page.tsx'), 'UsersPage'),
});
