import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Toaster } from '#components/ui/toaster.tsx';
import { createQueryClient } from '#lib/query-client.ts';
import { onSessionChange, readToken } from '#lib/session.ts';
import { createAppRouter } from './router.tsx';
import { watchRights } from './watch-rights.ts';
import { watchSession } from './watch-session.ts';

const SyncProgress = lazy(async () => ({ default: (await import('#features/sync/sync-progress.tsx')).SyncProgress }));

/** The whole web app: cache, router, toasts. */
export function App() {
  const [{ queryClient, router }] = useState(() => {
    const queryClient = createQueryClient();
    return { queryClient, router: createAppRouter(queryClient) };
  });

  const signedIn = useSyncExternalStore(onSessionChange, () => readToken() !== null);
  useEffect(() => watchSession(router, queryClient), [router, queryClient]);
  useEffect(() => watchRights(router, queryClient), [router, queryClient]);

  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        {signedIn ? (
          <Suspense>
            <SyncProgress />
          </Suspense>
        ) : null}
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}
