import { CircleAlert } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { t } from '#lib/texts.ts';
import type { UploadQueue, Uploads } from './upload-queue.ts';
import { useUploads } from './use-uploads.ts';

interface UploadStatusProps {
  queue: UploadQueue;
  /** Opens the Attachments tab. */
  onOpen: () => void;
}

/** Upload status next to the tabs, shown while another tab is open. */
export function UploadStatus({ queue, onOpen }: UploadStatusProps) {
  const uploads = useUploads(queue);
  const percent = currentPercent(uploads);
  const failed = uploads.items.filter(({ state }) => state.kind === 'failed').length;
  if (percent === undefined && failed === 0) return null;
  return (
    <Button variant="ghost" size="small" onClick={onOpen} className="text-small tabular-nums">
      {percent === undefined ? (
        <>
          <CircleAlert aria-hidden className="text-danger" />
          {t('upload.failedAside', { count: failed })}
        </>
      ) : (
        <>
          <Spinner />
          {t('upload.runningAside', { percent })}
        </>
      )}
    </Button>
  );
}

/** Percentage of the upload in progress; undefined if there is none. */
function currentPercent({ items }: Uploads): number | undefined {
  for (const { state } of items) if (state.kind === 'sending') return state.percent;
  return undefined;
}
