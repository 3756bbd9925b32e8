import { QueryClient } from '@tanstack/react-query';
import { isSessionEnd } from './api-error.ts';

const fiveMinutes = 5 * 60 * 1000;

/** Query key prefix of all order data; a sync invalidates it. */
export const ordersKey = ['sales-orders'] as const;

/**
 * Query cache: data is fresh for five minutes, and a failed read is retried once. While the browser reports that it is
 * offline, requests are still sent and fail, instead of pausing silently with other rows on the screen.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: fiveMinutes,
        retry: retryOnce,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Default of `retry`: once, but not after a 401, which has ended the session. */
function retryOnce(failures: number, error: unknown): boolean {
  return failures < 1 && !isSessionEnd(error);
}
