import { CircleAlert, RotateCw, X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { TruncatedText } from '#components/ui/truncated-text.tsx';
import { formatBytes } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import type { Upload, UploadQueue, UploadState } from './upload-queue.ts';

interface UploadRowsProps {
  items: readonly Upload[];
  queue: UploadQueue;
}

/** Selected files and uploads, each with its status. */
export function UploadRows({ items, queue }: UploadRowsProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {newsOf(items)}
      </p>
      {items.length === 0 ? null : (
        <ul
          aria-label={t('attachments.chosen')}
          className="max-h-48 overflow-y-auto rounded-control border border-line"
        >
          {items.map((upload) => (
            <UploadRow key={upload.key} upload={upload} queue={queue} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Progress announcement in steps of 25%: announcing each percent would never stop. */
function newsOf(items: readonly Upload[]): string {
  for (const { file, state } of items) {
    if (state.kind !== 'sending') continue;
    return t('upload.news', { name: file.name, percent: Math.floor(state.percent / 25) * 25 });
  }
  return '';
}

function UploadRow({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { key, file, state } = upload;
  const { name } = file;
  const isSending = state.kind === 'sending';
  // Once all bytes are sent, canceling would be a deletion, which this row does not offer.
  const isFinishing = isSending && state.percent >= 100;
  const removeLabel = t(isSending || state.kind === 'waiting' ? 'upload.cancelOf' : 'upload.removeOf', { name });

  return (
    <li className="relative flex min-h-11 flex-wrap items-center gap-x-3 border-line border-b py-1.5 pr-2 pl-3 last:border-b-0">
      {/* On a narrow screen the name takes the whole first line. */}
      <div className="min-w-0 flex-1 items-center gap-x-3 sheet:flex">
        <TruncatedText className="min-w-0 flex-1 text-ink">{name}</TruncatedText>
        <div className="flex shrink-0 items-center gap-x-3 text-small tabular-nums">
          <span className="text-ink-3">{formatBytes(file.size)}</span>
          {state.kind === 'failed' ? null : (
            <span className="text-ink-2 sheet:min-w-16 sheet:text-right">{stateText(state)}</span>
          )}
        </div>
      </div>
      <div className="flex shrink-0 items-center">
        {state.kind === 'failed' && state.mayRetry ? (
          <Button
            size="small"
            aria-label={t('upload.retryOf', { name })}
            onClick={() => queue.retry(key)}
            className="mr-1"
          >
            <RotateCw aria-hidden />
            {t('action.retry')}
          </Button>
        ) : null}
        <Button
          variant="ghost"
          size="small"
          icon
          aria-label={removeLabel}
          data-tooltip
          disabled={isFinishing}
          onClick={() => queue.remove(key)}
        >
          <X aria-hidden />
        </Button>
      </div>
      {state.kind === 'failed' ? (
        <p role="alert" className="flex basis-full items-start gap-1.5 pb-1 text-danger text-small">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5!" />
          {state.message}
        </p>
      ) : null}
      {isSending ? (
        <ProgressBar
          label={t('upload.progress', { name })}
          value={state.percent / 100}
          className="absolute! inset-x-0 bottom-0 rounded-none! bg-pressed"
        />
      ) : null}
    </li>
  );
}

function stateText(state: Exclude<UploadState, { kind: 'failed' }>): string {
  if (state.kind === 'chosen') return t('upload.ready');
  if (state.kind === 'waiting') return t('upload.waiting');
  return state.percent >= 100 ? t('upload.finishing') : t('upload.percent', { percent: state.percent });
}
