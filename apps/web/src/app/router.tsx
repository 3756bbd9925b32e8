import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageError } from '#components/shell/page-error.tsx';
import { PaletteHost } from '#features/palette/palette-host.tsx';
import { parseSearch, stringifySearch } from '#lib/search-params.ts';
import { routeTree } from './routes.tsx';

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
