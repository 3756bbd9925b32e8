import type { MailFrequency } from '@portal/contract/values';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { isSessionEnd } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { toastFailure } from '#lib/toast.ts';

/** Interval for looking for new notifications, which the server writes once a minute. */
const REFRESH_MS = 60_000;

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => api('GET /notifications', { signal }),
  staleTime: REFRESH_MS / 2,
  refetchInterval: REFRESH_MS,
});

export const followsQuery = queryOptions({
  queryKey: ['follows'],
  queryFn: ({ signal }) => api('GET /follows', { signal }),
});

export const mailFrequencyQuery = queryOptions({
  queryKey: ['notifications', 'settings'],
  queryFn: async ({ signal }) => (await api('GET /notifications/settings', { signal })).mails,
});

/** Marks notifications as read and shows the result; a failure changes nothing. */
export async function markRead(
  queryClient: QueryClient,
  which: { id: string } | { at: string } | { upTo: string },
): Promise<void> {
  await change(queryClient, notificationsQuery.queryKey, () => api('POST /notifications/read', { body: which }));
}

/** Follows or unfollows an order or a preset. */
export function useFollow(): (action: () => Promise<unknown>) => Promise<void> {
  const queryClient = useQueryClient();
  return (action) => change(queryClient, followsQuery.queryKey, action);
}

/** Saves how often the user is mailed. */
export function useSaveMailFrequency(): (mails: MailFrequency) => Promise<void> {
  const queryClient = useQueryClient();
  return (mails) =>
    change(queryClient, mailFrequencyQuery.queryKey, () => api('PUT /notifications/settings', { body: { mails } }));
}

async function change(
  queryClient: QueryClient,
  queryKey: readonly string[],
  action: () => Promise<unknown>,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!isSessionEnd(error)) toastFailure(error, t('notifications.saveFailed'));
  }
  await queryClient.invalidateQueries({ queryKey, exact: true });
}
