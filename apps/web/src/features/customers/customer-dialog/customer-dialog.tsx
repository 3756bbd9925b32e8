import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileQuestionMark } from 'lucide-react';
import { CopyLinkButton } from '#components/ui/copy-link-button.tsx';
import { Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WhoCanSee } from '#features/access/who-can-see.tsx';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { formatFacts } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { useOpening } from '#lib/use-opening.ts';
import { customerQuery, findListedCustomer } from '../customers-api.ts';
import { CustomerDetails, CustomerDetailsSkeleton } from './customer-details.tsx';
import { CustomerOrders } from './customer-orders.tsx';

interface CustomerDialogProps {
  /** NetSuite id of the customer; undefined while the dialog is closed. */
  id: string | undefined;
  onClose: () => void;
}

/** Dialog for one customer: all fields and the latest orders. */
export function CustomerDialog({ id, onClose }: CustomerDialogProps) {
  const { open, content: shown } = useOpening(id, id);
  if (shown === undefined) return null;
  return <OpenCustomerDialog key={shown} id={shown} open={open} onClose={onClose} />;
}

function OpenCustomerDialog({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const possible = /^\d{1,18}$/.test(id);
  const query = useQuery({ ...customerQuery(queryClient, id), enabled: open && possible });
  const { error } = query;
  // If the customer cannot be loaded, show the list's copy.
  const data = query.data ?? findListedCustomer(queryClient, id);
  const missing = !possible || (error instanceof ApiError && error.status === 404);
  const rawData = missing ? undefined : data?.rawData;
  const name = rawData?.companyName ?? rawData?.entityId ?? t('label.customer');

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      width="wide"
      title={name}
      subtitle={
        rawData === undefined ? (
          missing || error ? null : (
            <Skeleton className="my-0.5 h-4 w-28" />
          )
        ) : (
          <p className="text-ink-2 [overflow-wrap:anywhere]">
            {formatFacts([rawData.companyName && rawData.entityId, rawData.entityStatus?.refName])}
          </p>
        )
      }
      actions={
        missing ? null : (
          <>
            <WhoCanSee kind="customer" id={id} />
            <CopyLinkButton path={`/customers?customer=${id}`} />
          </>
        )
      }
    >
      {missing ? (
        <EmptyState icon={FileQuestionMark} title={t('customer.notFound')} hint={t('customer.notFoundHint')} />
      ) : error !== null && data === undefined ? (
        <ErrorState title={t('customer.failed')} hint={messageOf(error, '')} onRetry={query.refetch} />
      ) : (
        <DialogBody className="grid content-start gap-6 border-line border-t pt-5!">
          {data === undefined ? <CustomerDetailsSkeleton /> : <CustomerDetails customer={data} />}
          <CustomerOrders id={id} name={rawData?.companyName} />
        </DialogBody>
      )}
    </Dialog>
  );
}
