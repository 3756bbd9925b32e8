import { CopyCheck } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { t } from '#lib/texts.ts';
import { AskForPaper } from './ask-for-paper.tsx';
import { AttachmentList } from './attachment-list.tsx';
import { useDeleteAttachment } from './attachments-api.ts';
import { shortName } from './content-types.ts';
import { UploadForm } from './upload-form.tsx';
import type { Duplicate, UploadQueue } from './upload-queue.ts';
import { UploadRows } from './upload-rows.tsx';
import { useUploads } from './use-uploads.ts';
import { WantedPapers } from './wanted-papers.tsx';

interface AttachmentsTabProps {
  orderId: string;
  queue: UploadQueue;
}

/** Attachments of an order and the form to upload more. */
export function AttachmentsTab({ orderId, queue }: AttachmentsTabProps) {
  const uploads = useUploads(queue);
  return (
    <div className="grid grid-cols-1 gap-4">
      <WantedPapers orderId={orderId} queue={queue} />
      <AskForPaper orderId={orderId} queue={queue} request={uploads.request} />
      <UploadForm uploads={uploads} queue={queue}>
        <UploadRows items={uploads.items} queue={queue} />
      </UploadForm>
      {uploads.duplicates.map((duplicate) => (
        <DuplicateNotice
          key={duplicate.id}
          orderId={orderId}
          duplicate={duplicate}
          onSettled={() => queue.dismissDuplicate(duplicate.id)}
        />
      ))}
      <AttachmentList orderId={orderId} />
    </div>
  );
}

interface DuplicateNoticeProps {
  orderId: string;
  duplicate: Duplicate;
  onSettled: () => void;
}

/** Warns that the order already has a file with the same bytes, and offers to delete the new one. */
function DuplicateNotice({ orderId, duplicate, onSettled }: DuplicateNoticeProps) {
  const remove = useDeleteAttachment(orderId);
  const name = shortName(duplicate.originalName);
  const other = shortName(duplicate.duplicateOf);

  async function handleDelete() {
    if (await remove(duplicate.id)) onSettled();
  }

  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel border border-line bg-hover px-3 py-2.5"
    >
      <CopyCheck aria-hidden className="text-status-amber" />
      <p className="min-w-0 flex-1 basis-64 text-ink [overflow-wrap:anywhere]">
        {duplicate.originalName === duplicate.duplicateOf
          ? t('attachments.duplicateSameName', { name })
          : t('attachments.duplicate', { name, other })}
      </p>
      <div className="ml-auto flex gap-2">
        <Button size="small" variant="ghost" onClick={onSettled}>
          {t('attachments.duplicateKeep')}
        </Button>
        {duplicate.mayDelete ? (
          <Button size="small" onClick={handleDelete} busyLabel={t('action.deleting')} className="bg-page">
            {t('attachments.duplicateDelete')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
