import type { ListedInvitationResult } from '@portal/contract/invitations';
import type { Group } from '@portal/contract/users';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#lib/api.ts';
import { failureText, isSessionEnd } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { reloadPeople } from '../users-api.ts';
import { type Membership, placeIn } from './invite-api.ts';
import type { ListedRow } from './use-people-list.ts';

const pause = 300;

/** The server's result for a row as it is now; undefined while it is being checked. */
export type RowCheck = Pick<ListedInvitationResult, 'outcome' | 'message'> | undefined;

interface ListCheck {
  checkOf: (row: ListedRow) => RowCheck;
  error: Error | null;
  retry: () => unknown;
}

interface Asked {
  rows: readonly ListedRow[];
  place: ReturnType<typeof placeIn>;
}

/**
 * Checks with the server whether each row could be invited now, without sending anything. Changes are checked after a
 * short debounce; unchanged rows keep their results meanwhile.
 * @param group undefined while unknown; then nothing is checked
 */
export function useListCheck(rows: readonly ListedRow[], group: Group | undefined, values: Membership): ListCheck {
  const place = group === undefined ? undefined : placeIn(group, values);
  const asked: Asked | undefined = place === undefined || rows.length === 0 ? undefined : { rows, place };
  const settled = usePaused(asked === undefined ? '' : JSON.stringify(asked));

  const { data, error, refetch } = useQuery({
    queryKey: ['invitations', 'preview', settled],
    queryFn: async ({ signal }) => {
      const { rows, place }: Asked = JSON.parse(settled);
      const invitations = rows.map((row) => toListed(row, place));
      const { results } = await api('POST /customer-invitations/list', {
        body: { preview: true, invitations },
        signal,
      });
      return new Map(results.map(({ row, ...result }) => [textOf(rows[row], place), result]));
    },
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

  return {
    checkOf: (row) => (place === undefined ? undefined : data?.get(textOf(row, place))),
    error,
    retry: refetch,
  };
}

/** A row in the request format, with the membership that applies to everyone. */
function toListed({ email, fullName }: ListedRow, place: ReturnType<typeof placeIn>) {
  return { email, fullName, ...place };
}

/** Text of everything about a row that its result depends on. */
function textOf(row: ListedRow | undefined, place: ReturnType<typeof placeIn>): string {
  return row === undefined ? '' : JSON.stringify([row.key, toListed(row, place)]);
}

/** Debounces a text; the first one passes at once. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), paused === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, paused]);
  return paused;
}

interface SendList {
  group: Group | undefined;
  values: Membership;
  /** Results by row key: undefined means success, a text is the error. */
  onSettled: (results: ReadonlyMap<number, string | undefined>) => void;
}

/** Sends invitations to a list of people, with one result per row, and shows a summary. */
export function useSendList({ group, values, onSettled }: SendList) {
  const queryClient = useQueryClient();
  const [sending, setSending] = useState(false);

  /** Resolves to the number of people invited. */
  async function send(rows: readonly ListedRow[]): Promise<number> {
    if (sending || group === undefined || rows.length === 0) return 0;
    setSending(true);
    try {
      const invitations = rows.map((row) => toListed(row, placeIn(group, values)));
      const { results } = await api('POST /customer-invitations/list', { body: { preview: false, invitations } });
      const outcomes = rows.map(({ key }, index) => {
        const { outcome = 'refused', message } = results[index] ?? {};
        return [key, outcome === 'invited' ? undefined : (message ?? t('invite.failed'))] as const;
      });
      onSettled(new Map(outcomes));
      const refused = outcomes.filter(([, fault]) => fault !== undefined).length;
      notify(rows.length - refused, refused);
      void reloadPeople(queryClient);
      return rows.length - refused;
    } catch (error) {
      // The API client has already reported the expired session.
      if (isSessionEnd(error)) return 0;
      toastError(t('state.error'), { description: failureText(error, t('invite.failed')) });
      return 0;
    } finally {
      setSending(false);
    }
  }

  return { send, sending };
}

function notify(invited: number, refused: number): void {
  if (invited > 0) toastSuccess(t('users.success'), { description: t('inviteMany.sent', { count: invited }) });
  if (refused > 0) toastError(t('state.error'), { description: t('inviteMany.refused', { count: refused }) });
}
