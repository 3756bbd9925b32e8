import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FullTextLayer } from '#components/ui/full-text-layer.tsx';
import { Toaster } from '#components/ui/toaster.tsx';
import { createQueryClient } from '#lib/query-client.ts';
import { parseSearch, stringifySearch } from '#lib/search-params.ts';
import { render } from './render.tsx';

interface RenderedPage {
  queryClient: QueryClient;
  /** The current address. */
  address: () => string;
  back: () => void;
  /** Number of steps that Back can go. */
  steps: () => number;
}

/**
 * Renders a component that reads and writes its address, as the app does at `address`, in a frame as high as the
 * window.
 */
export async function renderPage(ui: ReactNode, address: string): Promise<RenderedPage> {
  const queryClient = createQueryClient();
  const options = queryClient.getDefaultOptions();
  // Retries without delay, so that tests of failures do not wait a second.
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
  render(
    <QueryClientProvider client={queryClient}>
      {/* The types are those of the app's routes, which tests do not have. */}
      <RouterProvider router={router as never} />
      <FullTextLayer />
      {/* Toasts stay until they are checked, even on a slow machine. Another test covers their duration. */}
      <Toaster duration={Number.POSITIVE_INFINITY} />
    </QueryClientProvider>,
  );
  return {
    queryClient,
    address: () => router.latestLocation.href,
    back: () => history.back(),
    steps: () => history.length - 1,
  };
}
