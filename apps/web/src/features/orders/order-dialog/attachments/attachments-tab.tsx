import { AttachmentList } from './attachment-list.tsx';
import { DuplicateNotice } from './duplicate-notice.tsx';
import { UploadForm } from './upload-form.tsx';
import type { UploadQueue } from './upload-queue.ts';
import { UploadRows } from './upload-rows.tsx';
import { useUploads } from './use-uploads.ts';

interface AttachmentsTabProps {
  orderId: string;
  queue: UploadQueue;
}

/** Attachments of an order and the form to upload more. */
export function AttachmentsTab({ orderId, queue }: AttachmentsTabProps) {
  const uploads = useUploads(queue);
  return (
    <div className="grid grid-cols-1 gap-4">
      <UploadForm uploads={uploads} queue={queue}>
        <UploadRows items={uploads.items} queue={queue} />
      </UploadForm>
      {uploads.duplicates.map((duplicate) => (
        <DuplicateNotice
          key={duplicate.id}
          orderId={orderId}
          duplicate={duplicate}
          onSettled={() => queue.settle(duplicate.id)}
        />
      ))}
      <AttachmentList orderId={orderId} />
    </div>
  );
}
