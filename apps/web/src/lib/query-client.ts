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
        retry: (failures, error) => failures < 1 && !endsSession(error),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** A 401 has taken the token already: there is nobody left to ask again for. */
function endsSession(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
