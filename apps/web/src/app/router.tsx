import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageError } from '#components/shell/page-error.tsx';
import { PaletteHost } from '#features/palette/palette-host.tsx';
import { parseSearch, stringifySearch } from '#lib/search-params.ts';
import { confirmEmailRoute } from '#routes/confirm-email.tsx';
import { customersRoute } from '#routes/customers.tsx';
import { forgotPasswordRoute } from '#routes/forgot-password.tsx';
import { indexRoute } from '#routes/index.tsx';
import { loginRoute } from '#routes/login.tsx';
import { ordersRoute } from '#routes/orders.tsx';
import { overviewRoute } from '#routes/overview.tsx';
import { profileRoute } from '#routes/profile.tsx';
import { registerRoute } from '#routes/register.tsx';
import { resetPasswordRoute } from '#routes/reset-password.tsx';
import { rootRoute } from '#routes/root.tsx';
import { settingsRoute } from '#routes/settings.tsx';
import { signedInRoute } from '#routes/signed-in.tsx';
import { unknownRoute } from '#routes/unknown.tsx';
import { usersRoute } from '#routes/users.tsx';

const routeTree = rootRoute.addChildren([
  loginRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  registerRoute,
  confirmEmailRoute,
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

/** The command palette is available on every page. */
function WithPalette({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <PaletteHost />
    </>
  );
}

/** Maps addresses to screens. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    InnerWrap: WithPalette,
    defaultErrorComponent: PageError,
    defaultPreload: 'intent',
    // The query cache keeps what a route reads and knows how fresh it is.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
