import type { ApiMap } from '@portal/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '#lib/api.ts';
import { isSessionEnd, messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { reloadPapers } from './attachments-api.ts';

type WantedRequest = ApiMap['POST /netsuite-sales-orders/{id}/paper-requests']['body'];

/** Asks a guest for a paper and shows the result. Resolves to whether that was possible. */
export function useAsk(orderId: string): (wanted: WantedRequest) => Promise<boolean> {
  const queryClient = useQueryClient();
  return useCallback(
    async (body) => {
      try {
        await api('POST /netsuite-sales-orders/{id}/paper-requests', { params: { id: orderId }, body });
      } catch (error) {
        // The API client has already reported the expired session.
        if (isSessionEnd(error)) return false;
        toastError(t('papers.askFailed'), { description: messageOf(error, '') || undefined });
        return false;
      }
      toastSuccess(t('papers.done'));
      await reloadPapers(queryClient);
      return true;
    },
    [queryClient, orderId],
  );
}

/** Withdraws a request and shows the result. */
export function useWithdraw(): (id: string) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (id) => {
      try {
        await api('DELETE /netsuite-sales-orders/paper-requests/{id}', { params: { id } });
        toastSuccess(t('papers.withdrawn'));
      } catch (error) {
        // The API client has already reported the expired session.
        if (isSessionEnd(error)) return;
        toastError(t('papers.withdrawFailed'), { description: messageOf(error, '') || undefined });
      }
      // Also after an error: the paper may have arrived meanwhile.
      await reloadPapers(queryClient);
    },
    [queryClient],
  );
}
