import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileQuestionMark } from 'lucide-react';
import { useDeferredValue } from 'react';
import { CopyLinkButton } from '#components/ui/copy-link-button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { OrderStatusChip } from '#components/ui/order-status-chip.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WhoCanSee } from '#features/access/who-can-see.tsx';
import { FollowOrderButton } from '#features/notifications/follow-buttons.tsx';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { useDialogTitle } from '#lib/document-title.ts';
import { formatFacts } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { useNarrow } from '#lib/use-media.ts';
import { useOpening } from '#lib/use-opening.ts';
import { findListedOrder, orderQuery } from '../orders-api.ts';
import { OrderDetails, OrderDetailsSkeleton } from './order-details.tsx';
import { StepButtons, type StepList, useOrderSteps } from './order-steps.tsx';
import { OrderTabs, useOrderTab } from './order-tabs.tsx';

interface OrderDialogProps {
  /** NetSuite id of the order; undefined while the dialog is closed. */
  id: string | undefined;
  list: StepList;
  onClose: () => void;
}

/** Dialog for one order. The list's copy shows at once; the items follow. */
export function OrderDialog({ id, list, onClose }: OrderDialogProps) {
  const { open, content: shown } = useOpening(id, id);
  if (shown === undefined) return null;
  return <OpenOrderDialog id={shown} open={open} list={list} onClose={onClose} />;
}

interface OpenOrderDialogProps {
  id: string;
  open: boolean;
  list: StepList;
  onClose: () => void;
}

function OpenOrderDialog({ id, open, list, onClose }: OpenOrderDialogProps) {
  const queryClient = useQueryClient();
  const possible = /^\d{1,18}$/.test(id);
  const query = useQuery({ ...orderQuery(queryClient, id), enabled: open && possible });
  const { error } = query;
  // If the order cannot be loaded, show the list's copy.
  const data = query.data ?? findListedOrder(queryClient, id);
  const missing = !possible || (error instanceof ApiError && error.status === 404);
  const rawData = missing ? undefined : data?.rawData;
  const [tab, openTab] = useOrderTab();
  const narrow = useNarrow();
  const steps = useOrderSteps(open ? id : undefined, list);
  // Paint the dialog, its title and its tabs first, so that the click responds at once. The content renders afterwards
  // in small steps.
  const withContent = useDeferredValue(true, false);
  // Guests see no numbers.
  const known = rawData?.tranId ?? data?.assignment?.shipTo;
  const customer = rawData?.entity?.refName;
  const name = rawData === undefined ? undefined : (known ?? t('order.title'));
  const announced = formatFacts([name, customer]);
  useDialogTitle(open && name !== undefined ? t('app.documentTitle', { page: known ?? customer ?? name }) : undefined);

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      width="wide"
      printable
      title={<OrderTitle name={name} customer={customer} />}
      subtitle={
        rawData?.status !== undefined ? (
          <OrderStatusChip status={rawData.status.refName} progress={data?.progress} />
        ) : rawData !== undefined ? (
          <p className="text-ink-3">{t('value.none')}</p>
        ) : missing || error ? null : (
          <Skeleton className="my-0.5 h-4 w-28" />
        )
      }
      actions={
        <>
          {narrow || (missing && steps.isElsewhere) ? null : <StepButtons steps={steps} name={announced} bar={false} />}
          {missing ? null : (
            <>
              <FollowOrderButton id={id} />
              <WhoCanSee key={id} kind="order" id={id} />
              <CopyLinkButton path={`/orders?order=${id}${tab === 'details' ? '' : `&tab=${tab}`}`} />
            </>
          )}
        </>
      }
      footer={narrow && steps.place !== undefined ? <StepButtons steps={steps} name={announced} bar /> : undefined}
    >
      {missing ? (
        <EmptyState icon={FileQuestionMark} title={t('order.notFound')} hint={t('order.notFoundHint')} />
      ) : error !== null && data === undefined ? (
        <ErrorState title={t('order.failed')} hint={messageOf(error, '')} onRetry={query.refetch} />
      ) : (
        <OrderTabs
          key={id}
          id={id}
          open={open}
          tab={tab}
          onTab={openTab}
          withContent={withContent}
          details={
            data === undefined ? (
              <OrderDetailsSkeleton />
            ) : (
              <OrderDetails
                order={data}
                state={error ? 'failed' : query.isPlaceholderData ? 'listed' : 'loaded'}
                onRetry={query.refetch}
              />
            )
          }
        />
      )}
    </Dialog>
  );
}

interface OrderTitleProps {
  name: string | undefined;
  customer: string | undefined;
}

/** 'SO10248 · Vins et alcools Chevalier'. */
function OrderTitle({ name, customer }: OrderTitleProps) {
  return (
    <>
      {name ?? t('order.title')}
      {customer === undefined ? null : (
        <span className="font-regular text-ink-3 max-sheet:line-clamp-2 max-sheet:text-body">
          <span className="max-sheet:sr-only">{t('facts.separator')}</span>
          {customer}
        </span>
      )}
    </>
  );
}
