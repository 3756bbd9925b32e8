import type { ListedInvitationResult } from '@portal/contract/invitations';
import type { Group } from '@portal/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#lib/api.ts';
import { type Membership, placeIn } from './invite-api.ts';
import type { ListedRow } from './use-people-list.ts';

/** Maximum number of rows per request. */
export const MAX_AT_ONCE = 500;
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
export function toListed({ email, fullName }: ListedRow, place: ReturnType<typeof placeIn>) {
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
