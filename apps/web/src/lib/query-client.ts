import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const fiveMinutes = 5 * 60 * 1000;

/**
 * The cache of everything read: fresh for five minutes; a failed read is tried once more. What is asked while the
 * browser believes itself offline fails as any call would, instead of waiting in silence with other rows on the screen.
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

/** The default of `retry`: once, but not after a 401, which has ended the session. */
export function retryOnce(failures: number, error: unknown): boolean {
  const endsSession = error instanceof ApiError && error.status === 401;
  return failures < 1 && !endsSession;
}
