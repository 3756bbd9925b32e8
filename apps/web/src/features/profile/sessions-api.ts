import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** The current user's sessions, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api('GET /auth/sessions', { signal })).data,
  staleTime: 0,
});
