import type { Attachment } from '@portal/contract/attachments';
import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { messageOf } from '#lib/api-error.ts';
import { useRole } from '#lib/profile.ts';
import { isGuest } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { AttachmentRow } from './attachment-row.tsx';
import { attachmentsQuery, useChangeKind, useDeleteAttachment } from './attachments-api.ts';
import { AttachmentRowsSkeleton } from './attachments-skeleton.tsx';
import { ImagePreview } from './image-preview.tsx';

/** Attachments of an order, in a 300 px scroll area. */
export function AttachmentList({ orderId }: { orderId: string }) {
  const role = useRole();
  const { data, error, refetch } = useQuery(attachmentsQuery(orderId));
  const remove = useDeleteAttachment(orderId);
  const changeKind = useChangeKind(orderId);
  const [asked, setAsked] = useState<Attachment>();
  const [asking, setAsking] = useState(false);
  const [viewed, setViewed] = useState<Attachment>();
  const [viewing, setViewing] = useState(false);

  return (
    <>
      <section
        aria-label={t('attachments.list')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, even if no row has a button.
        tabIndex={0}
        className="grid h-[300px] grid-cols-1 content-start overflow-y-auto rounded-panel border border-line"
      >
        {error !== null && data === undefined ? (
          <ErrorState title={t('attachments.failed')} hint={messageOf(error, '')} onRetry={refetch} />
        ) : data === undefined ? (
          <AttachmentRowsSkeleton />
        ) : data.length === 0 ? (
          <EmptyState
            icon={Paperclip}
            title={t('attachments.empty')}
            hint={t(isGuest(role) ? 'attachments.emptyHintGuest' : 'attachments.emptyHint')}
          />
        ) : (
          <ul>
            {data.map((attachment) => (
              <AttachmentRow
                key={attachment.id}
                attachment={attachment}
                onKind={(kind) => void changeKind(attachment.id, kind)}
                onView={() => {
                  setViewed(attachment);
                  setViewing(true);
                }}
                onDelete={() => {
                  setAsked(attachment);
                  setAsking(true);
                }}
              />
            ))}
          </ul>
        )}
      </section>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('attachments.ask', { name: asked?.originalName ?? '' })}
        description={t('attachments.askHint')}
        confirm={t('action.delete')}
        confirming={t('action.deleting')}
        onConfirm={async () => asked !== undefined && remove(asked.id)}
      />
      <ImagePreview attachment={viewed} open={viewing} onClose={() => setViewing(false)} />
    </>
  );
}
