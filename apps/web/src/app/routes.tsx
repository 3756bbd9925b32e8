import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { ShellError } from '#components/shell/page-error.tsx';
import { readFreshRole, readRole, refreshProfile } from '#lib/profile.ts';
import { mayManageUsers } from '#lib/role.ts';
import type { SearchParams } from '#lib/search-params.ts';
import { readToken } from '#lib/session.ts';

/** A page owns its parameters: those of its tables, tabs and dialogs. */
const validateSearch = (search: Record<string, unknown>) => search as SearchParams;

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  errorComponent: ShellError,
});

/** Parent route of all pages inside the shell. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location, context, preload }) => {
    requireSession(location);
    // Changes to the current user's rights take effect on the next click; see watchRights.
    if (!preload) void refreshProfile(context.queryClient);
  },
  component: lazyRouteComponent(() => import('./signed-in-layout.tsx'), 'SignedInLayout'),
  errorComponent: ShellError,
});

const indexRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview', replace: true });
  },
});

/** A page inside the shell. */
function pageRoute<Name extends 'overview' | 'customers' | 'profile' | 'settings'>(
  name: Name,
  component: RouteComponent,
  fill = false,
) {
  return createRoute({
    getParentRoute: () => signedInRoute,
    path: `/${name}`,
    staticData: { title: `${name}.title`, description: `${name}.description`, fill },
    validateSearch,
    component,
  });
}

const overviewRoute = pageRoute(
  'overview',
  lazyRouteComponent(() => import('#features/overview/overview-page.tsx'), 'OverviewPage'),
);
const customersRoute = pageRoute(
  'customers',
  lazyRouteComponent(() => import('#features/customers/customers-page.tsx'), 'CustomersPage'),
  true,
);
const profileRoute = pageRoute(
  'profile',
  lazyRouteComponent(() => import('#features/profile/profile-page.tsx'), 'ProfilePage'),
);
const settingsRoute = pageRoute(
  'settings',
  lazyRouteComponent(() => import('#features/settings/settings-page.tsx'), 'SettingsPage'),
);

const importOrders = () => import('./orders-screen.tsx');

const ordersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/orders',
  staticData: { title: 'orders.title', description: 'orders.description', fill: true },
  validateSearch,
  // The role determines which list to request: a wrong guess would be refused.
  beforeLoad: async ({ context: { queryClient }, search, cause }) => {
    await readRole(queryClient);
    // Not in a loader, because the router would then render more on each navigation within the page.
    if (cause !== 'stay') void prefetchOrdersPage(queryClient, search);
  },
  component: lazyRouteComponent(importOrders, 'OrdersScreen'),
});

/** Prefetches the list while shell and page are loading. The page repeats a failed request and shows the error. */
async function prefetchOrdersPage(queryClient: QueryClient, search: SearchParams): Promise<void> {
  try {
    const [{ prefetchOrders }, role] = await Promise.all([importOrders(), readRole(queryClient)]);
    await prefetchOrders(queryClient, role, search);
  } catch {
    // Prefetches the file of the page as well.
  }
}

const usersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/users',
  staticData: { title: 'users.title', description: 'users.description', fill: true },
  validateSearch,
  // A user who lost this page is redirected by the next click, instead of meeting a page of refused requests. Within
  // the page nothing waits for the profile: watchRights redirects when it has changed.
  beforeLoad: async ({ context, cause }) => {
    const readCurrent = cause === 'enter' ? readFreshRole : readRole;
    if (!mayManageUsers(await readCurrent(context.queryClient))) throw redirect({ to: '/overview', replace: true });
  },
  component: lazyRouteComponent(() => import('#features/users/users-page.tsx'), 'UsersPage'),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  // `next` is the path to return to after signing in.
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (isOwnPath(next) ? { next } : {}),
  beforeLoad: ({ search }) => {
    // Also used after a sign-in, here or in another tab. A path that the role does not have leads to /overview.
    if (readToken() !== null) throw redirect({ to: search.next ?? '/', replace: true });
  },
  component: lazyRouteComponent(() => import('#features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  beforeLoad: () => {
    if (readToken() !== null) throw redirect({ to: '/overview', replace: true });
  },
  component: lazyRouteComponent(
    () => import('#features/password-reset/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
});

/** The page of an emailed link. It works signed in or out. */
function linkRoute<Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => rootRoute, path, component });
}

const resetPasswordRoute = linkRoute(
  '/reset-password',
  lazyRouteComponent(() => import('#features/password-reset/reset-password-page.tsx'), 'ResetPasswordPage'),
);
const registerRoute = linkRoute(
  '/register',
  lazyRouteComponent(() => import('#features/registration/registration-page.tsx'), 'RegistrationPage'),
);
const confirmEmailRoute = linkRoute(
  '/confirm-email',
  lazyRouteComponent(() => import('#features/confirm-email/confirm-email-page.tsx'), 'ConfirmEmailPage'),
);
const unsubscribeRoute = linkRoute(
  '/unsubscribe',
  lazyRouteComponent(() => import('#features/unsubscribe/unsubscribe-page.tsx'), 'UnsubscribePage'),
);

/** An unknown address redirects to /login when signed out, and to /overview when signed in. */
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    requireSession(location);
    throw redirect({ to: '/overview', replace: true });
  },
});

/** All addresses of the web app. */
export const routeTree = rootRoute.addChildren([
  loginRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  registerRoute,
  confirmEmailRoute,
  unsubscribeRoute,
  signedInRoute.addChildren([
    indexRoute,
    overviewRoute,
    ordersRoute,
    customersRoute,
    usersRoute,
    profileRoute,
    settingsRoute,
  ]),
  unknownRoute,
]);

/** Redirects signed-out users to /login, which returns them here afterwards. */
function requireSession(location: ParsedLocation): void {
  if (readToken() !== null) return;
  const home = location.pathname === '/' || location.pathname === '/overview';
  throw redirect({ to: '/login', search: home ? {} : { next: location.href }, replace: true });
}

/** Prevents open redirects: one slash at the start, and nothing that a browser treats as a second one. */
function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value);
}
