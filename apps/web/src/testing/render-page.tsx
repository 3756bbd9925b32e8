import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { onTestFinished } from 'vitest';
import { FullTextLayer } from '#components/ui/full-text-layer.tsx';
import { Toaster } from '#components/ui/toaster.tsx';
import { TooltipProvider } from '#components/ui/tooltip.tsx';
import { createQueryClient } from '#lib/query-client.ts';
import { parseSearch, stringifySearch } from '#lib/search-params.ts';
import { render } from './render.tsx';

interface RenderedPage {
  queryClient: QueryClient;
  /** The address that the window would show. */
  address: () => string;
  back: () => void;
  /** How many steps Back can go. */
  steps: () => number;
}

/** Shows something that reads and writes its address, as the app would at `address`, in a frame as high as the window. */
export async function renderPage(ui: ReactNode, address: string): Promise<RenderedPage> {
  const queryClient = createQueryClient();
  const options = queryClient.getDefaultOptions();
  // The second try of what failed comes at once, or each test of a failure would wait a second for it.
  queryClient.setDefaultOptions({ ...options, queries: { ...options.queries, retryDelay: 0 } });
  const history = createMemoryHistory({ initialEntries: [address] });
  const root = createRootRoute();
  const anywhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: () => <div className="flex h-dvh flex-col">{ui}</div>,
  });
  const router = createRouter({
    routeTree: root.addChildren([anywhere]),
    history,
    parseSearch,
    stringifySearch,
  });
  await router.load();
  // Toasts belong to the page as a whole, which outlives a test.
  onTestFinished(() => void toast.dismiss());
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        {/* The types are those of the app's own routes, of which a test has none. */}
        <RouterProvider router={router as never} />
        <FullTextLayer />
        {/* A toast stays until it is looked at, however slow the machine: how long it shows is tested by itself. */}
        <Toaster duration={Number.POSITIVE_INFINITY} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return {
    queryClient,
    address: () => router.latestLocation.href,
    back: () => history.back(),
    steps: () => history.length - 1,
  };
}
