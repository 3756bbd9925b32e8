import type { ListedInvitationResult } from '@portal/contract/invitations';
import type { Group } from '@portal/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#lib/api.ts';
import { type Membership, placeIn } from './invite-api.ts';
import type { ListedRow } from './use-people-list.ts';

/** As many as one call takes. */
export const MAX_AT_ONCE = 500;
const pause = 300;

/** What the server says of a row as it stands; undefined while it is asked. */
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
 * Has the server say of each row whether it could be invited now; nothing is sent. Asked again when something was
 * changed and a moment has passed; rows that were not touched keep what was said of them meanwhile.
 * @param group undefined while it is not known where they are to be put: then nothing is asked
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

/** A row of the call, with where everybody is put. */
export function toListed({ email, fullName }: ListedRow, place: ReturnType<typeof placeIn>) {
  return { email, fullName, ...place };
}

/** All that an answer about a row depends on, as far as the row goes. */
function textOf(row: ListedRow | undefined, place: ReturnType<typeof placeIn>): string {
  return row === undefined ? '' : JSON.stringify([row.key, toListed(row, place)]);
}

/** A text once it has not changed for a moment; at once when it is the first. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), paused === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, paused]);
  return paused;
}
