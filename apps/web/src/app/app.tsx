import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useLayoutEffect, useState } from 'react';
import { Toaster } from '#components/ui/toaster.tsx';
import { useAnnouncedTitle } from '#lib/document-title.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { createAppRouter } from './router.tsx';
import { watchRights, watchSession } from './watch-session.ts';

/** The whole web app: cache, router, toasts. */
export function App() {
  const [{ queryClient, router }] = useState(() => {
    const queryClient = createQueryClient();
    return { queryClient, router: createAppRouter(queryClient) };
  });

  // Subscribes during the commit, because requests are already under way: a 401 must not arrive before the listener.
  useLayoutEffect(() => watchSession(router, queryClient), [router, queryClient]);
  useEffect(() => watchRights(router, queryClient), [router, queryClient]);

  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <PageAnnouncer />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}

/**
 * Announces the title of each page after navigation. Mounted once around all pages, so that the region always exists.
 */
function PageAnnouncer() {
  const title = useAnnouncedTitle();
  return (
    <p aria-live="polite" aria-atomic className="sr-only">
      {title}
    </p>
  );
}
