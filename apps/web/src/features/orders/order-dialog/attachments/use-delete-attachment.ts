import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '#lib/api.ts';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { dropAttachment, reloadAttachments } from './attachments-api.ts';

/** Deletes an attachment and shows the result. Resolves to whether it was deleted. */
export function useDeleteAttachment(orderId: string): (id: string) => Promise<boolean> {
  const queryClient = useQueryClient();
  return useCallback(
    async (id) => {
      try {
        await api('DELETE /netsuite-sales-orders/attachments/{id}', { params: { id } });
      } catch (error) {
        const status = error instanceof ApiError ? error.status : 0;
        // The API client has already reported the expired session.
        if (status === 401) return false;
        toastError(t('attachments.deleteFailed'), { description: messageOf(error, '') || undefined });
        // Another user may have deleted it first.
        void reloadAttachments(queryClient, orderId);
        return status === 404;
      }
      toastSuccess(t('attachments.deleted'));
      void dropAttachment(queryClient, orderId, id);
      return true;
    },
    [queryClient, orderId],
  );
}
