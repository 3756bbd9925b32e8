import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** The current user's sessions, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api('GET /auth/sessions', { signal })).data,
  staleTime: 0,
});

export function endSession(id: string) {
  return api('DELETE /auth/sessions/{id}', { params: { id } });
}

/** Returns the number of sessions ended. */
export async function endOtherSessions(): Promise<number> {
  return (await api('DELETE /auth/sessions')).ended;
}
