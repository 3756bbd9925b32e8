import type { Attachment } from '@portal/contract/attachments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { messageOf } from '#lib/api-error.ts';
import { formatBytes } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { reloadActivity } from './attachments-api.ts';
import { viewingOf } from './content-types.ts';
import { fetchAttachment, saveAttachment } from './save-attachment.ts';

interface ImagePreviewProps {
  /** Remains set while the dialog fades out. */
  attachment: Attachment | undefined;
  open: boolean;
  onClose: () => void;
}

/** Preview of an image attachment, scaled to fit the window. */
export function ImagePreview({ attachment, open, onClose }: ImagePreviewProps) {
  const queryClient = useQueryClient();
  if (attachment === undefined || viewingOf(attachment.contentType) !== 'image') return null;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      width="wide"
      title={attachment.originalName}
      subtitle={<p className="text-ink-3 text-small tabular-nums">{formatBytes(attachment.size)}</p>}
      footer={
        <Button onClick={() => saveAttachment(attachment).then(() => reloadActivity(queryClient))}>
          <Download aria-hidden />
          {t('attachments.download')}
        </Button>
      }
    >
      <div className="grid min-h-0 flex-1 place-items-center overflow-hidden border-line border-t bg-hover sheet:h-[min(60dvh,36rem)] sheet:flex-none">
        <Picture key={attachment.id} attachment={attachment} />
      </div>
    </Dialog>
  );
}

function Picture({ attachment }: { attachment: Attachment }) {
  const { id, contentType, originalName } = attachment;
  const { data, error, refetch } = useQuery({
    queryKey: ['attachment-bytes', id],
    // The MIME type is one of the allowed image types, so the image element gets nothing else.
    queryFn: async ({ client, signal }) => {
      const bytes = await fetchAttachment(id, contentType, signal);
      reloadActivity(client);
      return bytes;
    },
    // Not cached: a few images could fill the memory.
    gcTime: 0,
  });
  const url = useObjectUrl(data);
  const [isBroken, setBroken] = useState(false);

  if (error !== null) {
    return <ErrorState title={t('attachments.previewFailed')} hint={messageOf(error, '')} onRetry={refetch} />;
  }
  if (isBroken) return <EmptyState icon={ImageOff} title={t('attachments.notShown')} />;
  if (url === undefined) {
    return (
      <p role="status" className="flex items-center gap-2 text-ink-3">
        <Spinner />
        {t('state.loading')}
      </p>
    );
  }
  return (
    <img
      src={url}
      alt={originalName}
      onError={() => setBroken(true)}
      className="size-full min-h-0 object-contain p-4"
    />
  );
}

/** Object URL for a blob, revoked when it is no longer shown. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
