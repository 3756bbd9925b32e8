import type { Group } from '@portal/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { ApiError, failureText } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { reloadPeople } from '../users-api.ts';
import { type Membership, placeIn } from './invite-api.ts';
import { toListed } from './use-list-check.ts';
import type { ListedRow } from './use-people-list.ts';

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
      tell(rows.length - refused, refused);
      void reloadPeople(queryClient);
      return rows.length - refused;
    } catch (error) {
      // The API client has already reported the expired session.
      if (error instanceof ApiError && error.status === 401) return 0;
      toastError(t('users.error'), { description: failureText(error, t('invite.failed')) });
      return 0;
    } finally {
      setSending(false);
    }
  }

  return { send, sending };
}

function tell(invited: number, refused: number): void {
  if (invited > 0) toastSuccess(t('users.success'), { description: t('inviteMany.sent', { count: invited }) });
  if (refused > 0) toastError(t('users.error'), { description: t('inviteMany.refused', { count: refused }) });
}
