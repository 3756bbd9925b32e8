import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileQuestionMark } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { CopyLinkButton } from '#components/ui/copy-link-button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyPart } from '#components/ui/lazy-part.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { StatusChip } from '#components/ui/status-chip.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { WhoCanSee } from '#features/access/who-can-see.tsx';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import { useUrlTab } from '#lib/url-dialog.ts';
import { useLastValue } from '#lib/use-opening.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { findListedOrder, orderQuery } from '../orders-api.ts';
import { attachmentsQuery } from './attachments/attachments-api.ts';
import { AttachmentsSkeleton } from './attachments/attachments-skeleton.tsx';
import { LeavingGuard } from './attachments/leaving-guard.tsx';
import { UploadStatus } from './attachments/upload-status.tsx';
import { useUploadQueue } from './attachments/use-uploads.ts';
import { OrderDetails, OrderDetailsSkeleton } from './order-details.tsx';
import { TimelineSkeleton } from './timeline/timeline-skeleton.tsx';

// Loaded separately, so that the orders list does not wait for it.
const attachmentsTab = lazyModule(() => import('./attachments/attachments-tab.tsx'));

const timelineTab = lazyModule(() => import('./timeline/timeline-tab.tsx'));

const tabs = ['details', 'attachments', 'timeline'] as const;

// As high as an order with three lines, limited by the window: the dialog keeps one height while loading and on both
// tabs.
const steady = 'sheet:min-h-[min(38rem,100dvh-15rem)]';

interface OrderDialogProps {
  /** NetSuite id of the order; undefined while the dialog is closed. */
  id: string | undefined;
  onClose: () => void;
}

/** Dialog for one order. The list's copy shows at once; the items follow. */
export function OrderDialog({ id, onClose }: OrderDialogProps) {
  const shown = useLastValue(id);
  if (shown === undefined) return null;
  return <OpenOrderDialog key={shown} id={shown} open={id !== undefined} onClose={onClose} />;
}

function OpenOrderDialog({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const possible = /^\d{1,18}$/.test(id);
  const query = useQuery({ ...orderQuery(queryClient, id), enabled: open && possible });
  const { error, isPlaceholderData } = query;
  // If the order cannot be loaded, show the list's copy.
  const data = query.data ?? findListedOrder(queryClient, id);
  const missing = !possible || (error instanceof ApiError && error.status === 404);
  const rawData = missing ? undefined : data?.rawData;
  const [tab, openTab] = useUrlTab('tab', tabs);
  const { data: attachments } = useQuery({ ...attachmentsQuery(id), enabled: open && possible && !missing });
  const uploads = useUploadQueue(id);
  // Paint the dialog, its title and its tabs first, so that the click responds at once. The content renders afterwards
  // in small steps.
  const withContent = useDeferredValue(true, false);

  useEffect(() => whenIdle(attachmentsTab.prefetch), []);

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      width="wide"
      title={<OrderTitle number={rawData?.tranId} customer={rawData?.entity?.refName} missing={missing} />}
      subtitle={
        rawData?.status !== undefined ? (
          <StatusChip status={rawData.status.refName} />
        ) : rawData !== undefined ? (
          <p className="text-ink-3">{t('value.none')}</p>
        ) : missing || error ? null : (
          <Skeleton className="my-0.5 h-4 w-28" />
        )
      }
      actions={
        missing ? null : (
          <>
            <WhoCanSee kind="order" id={id} />
            <CopyLinkButton path={`/orders?order=${id}${tab === 'details' ? '' : `&tab=${tab}`}`} />
          </>
        )
      }
    >
      {missing ? (
        <EmptyState icon={FileQuestionMark} title={t('order.notFound')} hint={t('order.notFoundHint')} />
      ) : error !== null && data === undefined ? (
        <ErrorState title={t('order.failed')} hint={messageOf(error, '')} onRetry={query.refetch} />
      ) : (
        <Tabs
          label={t('order.tabs')}
          value={tab}
          onValueChange={openTab}
          actions={
            tab === 'attachments' ? null : <UploadStatus queue={uploads} onOpen={() => openTab('attachments')} />
          }
          tabs={[
            {
              value: 'details',
              label: t('order.details'),
              content: (
                <div className={steady}>
                  {!withContent ? null : data === undefined ? (
                    <OrderDetailsSkeleton />
                  ) : (
                    <OrderDetails
                      order={data}
                      state={error ? 'failed' : isPlaceholderData ? 'listed' : 'loaded'}
                      onRetry={query.refetch}
                    />
                  )}
                </div>
              ),
            },
            {
              value: 'attachments',
              label: t('attachments.tab'),
              count: attachments?.length,
              content: (
                <div className={steady}>
                  <LazyPart of={attachmentsTab} waiting={<AttachmentsSkeleton />}>
                    {({ AttachmentsTab }) => <AttachmentsTab orderId={id} queue={uploads} />}
                  </LazyPart>
                </div>
              ),
            },
            {
              value: 'timeline',
              label: t('timeline.tab'),
              content: (
                <div className={steady}>
                  <LazyPart of={timelineTab} waiting={<TimelineSkeleton />}>
                    {({ TimelineTab }) => <TimelineTab orderId={id} />}
                  </LazyPart>
                </div>
              ),
            },
          ]}
        />
      )}
      {withContent ? <LeavingGuard orderId={id} queue={uploads} /> : null}
    </Dialog>
  );
}

interface OrderTitleProps {
  number: string | undefined;
  customer: string | undefined;
  missing: boolean;
}

/** 'SO10248 · Vins et alcools Chevalier'. */
function OrderTitle({ number, customer, missing }: OrderTitleProps) {
  return (
    <>
      {number ?? t('order.title')}
      {missing || customer === undefined ? null : (
        <span className="font-regular text-ink-3">
          {' · '}
          {customer}
        </span>
      )}
    </>
  );
}
