import type { PaperRequest } from '@portal/contract/paper-requests';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileQuestion, Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { FileInput } from '#components/ui/file-input.tsx';
import { useFocusOnLeave } from '#components/ui/use-focus.ts';
import { classNames } from '#lib/class-names.ts';
import { formatDateTime } from '#lib/format.ts';
import { formatEnd } from '#lib/local-day.ts';
import { profileQuery } from '#lib/profile.ts';
import { t } from '#lib/texts.ts';
import { orderQuery } from '../../orders-api.ts';
import { useWithdraw } from './paper-requests-api.ts';
import type { UploadQueue } from './upload-queue.ts';

/** Requests change with each upload. An order that was opened directly at this tab is not fetched twice. */
const STALE_TIME_MS = 2000;

interface WantedPapersProps {
  orderId: string;
  queue: UploadQueue;
}

/** Papers that guests are asked for and have not uploaded: guests upload theirs here, staff withdraw requests. */
export function WantedPapers({ orderId, queue }: WantedPapersProps) {
  const { data: order } = useQuery({ ...orderQuery(useQueryClient(), orderId), staleTime: STALE_TIME_MS });
  const wanted = order?.paperRequests?.filter(({ completedAt }) => completedAt === null) ?? [];
  if (wanted.length === 0) return null;
  return (
    <ul aria-label={t('papers.list')} className="divide-y divide-line rounded-panel border border-line">
      {wanted.map((request) => (
        <WantedPaper key={request.id} request={request} queue={queue} />
      ))}
    </ul>
  );
}

interface WantedPaperProps {
  request: PaperRequest;
  queue: UploadQueue;
}

function WantedPaper({ request, queue }: WantedPaperProps) {
  const { id, kind, note, guest, endedAt, askedBy, askedAt } = request;
  const withdraw = useWithdraw();
  const row = useRef<HTMLLIElement>(null);
  useFocusOnLeave(row);
  const paper = t(`paper.${kind}`);
  const date = formatDateTime(askedAt);
  const asked =
    endedAt !== undefined
      ? t('papers.ended', { end: formatEnd(endedAt) })
      : askedBy === undefined
        ? t('papers.asked', { date })
        : t('papers.askedBy', { by: askedBy, date });
  return (
    <li ref={row} className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <FileQuestion
        aria-hidden
        className={classNames('size-5! shrink-0', endedAt === undefined ? 'text-status-amber' : 'text-ink-3')}
      />
      <div className="min-w-0 flex-1 basis-48">
        <p className={classNames('font-medium', endedAt === undefined ? 'text-ink' : 'text-ink-2')}>
          {t(endedAt === undefined ? 'papers.wanted' : 'papers.notUploaded', { paper })}
        </p>
        {note === undefined ? null : <p className="whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">{note}</p>}
        <p className="text-ink-3 text-small [overflow-wrap:anywhere]">
          {guest === undefined ? asked : t('papers.from', { guest: guest.name, asked })}
        </p>
      </div>
      {guest === undefined ? (
        <UploadButton
          label={t('papers.uploadOf', { paper })}
          onFiles={(files, most) => queue.choose(files, most, kind)}
        />
      ) : (
        <Button
          size="small"
          variant="ghost"
          aria-label={t('papers.withdrawOf', { guest: guest.name, paper })}
          onClick={() => withdraw(id)}
          className="ml-auto"
        >
          {t('papers.withdraw')}
        </Button>
      )}
    </li>
  );
}

interface UploadButtonProps {
  label: string;
  /** `most` is the largest file that the server accepts, if known. */
  onFiles: (files: readonly File[], most?: number) => void;
}

function UploadButton({ label, onFiles }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const { data: profile } = useQuery(profileQuery);
  return (
    <>
      <Button
        variant="primary"
        size="small"
        aria-label={label}
        onClick={() => input.current?.click()}
        className="ml-auto"
      >
        <Upload aria-hidden />
        {t('attachments.upload')}
      </Button>
      <FileInput ref={input} multiple onFiles={(files) => onFiles(files, profile?.limits?.attachmentMaxBytes)} />
    </>
  );
}
