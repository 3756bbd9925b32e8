import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const fiveMinutes = 5 * 60 * 1000;

/** The cache of everything read: fresh for five minutes; a failed read is tried once more. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: fiveMinutes, retry: (failures, error) => failures < 1 && !endsSession(error) },
    },
  });
}

/** A 401 has taken the token already: there is nobody left to ask again for. */
function endsSession(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
