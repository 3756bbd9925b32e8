import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useState } from 'react';
import { Toaster } from '#components/ui/toaster.tsx';
import { createQueryClient } from '#lib/query-client.ts';
import { createAppRouter } from './router.tsx';
import { watchRights } from './watch-rights.ts';
import { watchSession } from './watch-session.ts';

/** The whole web app: cache, router, toasts. */
export function App() {
  const [{ queryClient, router }] = useState(() => {
    const queryClient = createQueryClient();
    return { queryClient, router: createAppRouter(queryClient) };
  });

  useEffect(() => watchSession(router, queryClient), [router, queryClient]);
  useEffect(() => watchRights(router, queryClient), [router, queryClient]);

  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}
