import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyPart } from '#components/ui/lazy-part.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { t } from '#lib/texts.ts';
import { useUrlTab } from '#lib/url-dialog.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { attachmentsQuery } from './attachments/attachments-api.ts';
import { AttachmentsSkeleton } from './attachments/attachments-skeleton.tsx';
import { LeavingGuard } from './attachments/leaving-guard.tsx';
import { UploadStatus } from './attachments/upload-status.tsx';
import { useUploadQueue } from './attachments/use-uploads.ts';
import { TimelineSkeleton } from './timeline/timeline-skeleton.tsx';

// Loaded separately, so that the orders list does not wait for them.
const attachmentsTab = lazyModule(() => import('./attachments/attachments-tab.tsx'));
const timelineTab = lazyModule(() => import('./timeline/timeline-tab.tsx'));

const tabs = ['details', 'attachments', 'timeline'] as const;

// As high as an order with a shipment and three lines, limited by the window: the dialog keeps one height while loading
// and on all tabs.
const steady = 'flex min-h-0 flex-auto flex-col sheet:basis-200';

/** The open tab, from the URL, and how to open another one. */
export const useOrderTab = () => useUrlTab('tab', tabs);

interface OrderTabsProps {
  id: string;
  open: boolean;
  tab: string;
  onTab: (tab: string) => void;
  /** False while the dialog itself is painted. */
  withContent: boolean;
  details: ReactNode;
}

/** The tabs of one order, with its uploads. Their state belongs to the order: give them its id as key. */
export function OrderTabs({ id, open, tab, onTab, withContent, details }: OrderTabsProps) {
  const { data: attachments } = useQuery({ ...attachmentsQuery(id), enabled: open });
  const uploads = useUploadQueue(id);

  useEffect(() => whenIdle(attachmentsTab.prefetch), []);

  return (
    <div className={steady}>
      <Tabs
        label={t('order.tabs')}
        value={tab}
        onValueChange={onTab}
        actions={tab === 'attachments' ? null : <UploadStatus queue={uploads} onOpen={() => onTab('attachments')} />}
        tabs={[
          {
            value: 'details',
            label: t('order.details'),
            content: withContent ? details : null,
          },
          {
            value: 'attachments',
            label: t('attachments.tab'),
            count: attachments?.length,
            content: (
              <LazyPart of={attachmentsTab} waiting={<AttachmentsSkeleton />}>
                {({ AttachmentsTab }) => <AttachmentsTab orderId={id} queue={uploads} />}
              </LazyPart>
            ),
          },
          {
            value: 'timeline',
            label: t('timeline.tab'),
            content: (
              <LazyPart of={timelineTab} waiting={<TimelineSkeleton />}>
                {({ TimelineTab }) => <TimelineTab orderId={id} />}
              </LazyPart>
            ),
          },
        ]}
      />
      {withContent ? <LeavingGuard orderId={id} queue={uploads} /> : null}
    </div>
  );
}
