import type { ExportFormat } from '@portal/contract/listing';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ShownView } from '#components/data-table/page-request.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody } from '#components/ui/dialog.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { messageOf } from '#lib/api-error.ts';
import { saveAs } from '#lib/download.ts';
import { formatBytes } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { toastSuccess } from '#lib/toast.ts';
import { CutExport, type Exported, type ExportedFile, type ExportProgress, fetchExport } from './fetch-export.ts';

interface ExportDialogProps {
  kind: Exported;
  format: ExportFormat;
  /** Must keep its identity for the duration of an export. */
  view: ShownView;
  onClose: () => void;
}

/** Progress and result of an export. Closing the dialog cancels it. */
export function ExportDialog({ kind, format, view, onClose }: ExportDialogProps) {
  function finish({ blob, name, rowCount }: ExportedFile) {
    saveAs(blob, name);
    toastSuccess(t('export.done', { count: rowCount }), { description: name });
    onClose();
  }
  const { state, again } = useExport({ kind, format, view, onDone: finish });
  const failed = state.phase === 'failed';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`export.${kind}.title`)}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>{failed ? t('action.close') : t('action.cancel')}</Button>
          {failed ? (
            <Button variant="primary" onClick={again}>
              {t('export.again')}
            </Button>
          ) : null}
        </>
      }
    >
      <DialogBody>
        {failed ? (
          <p role="alert" className="text-danger">
            {state.message}
          </p>
        ) : (
          <Progress state={state} />
        )}
      </DialogBody>
    </Dialog>
  );
}

function Progress({ state }: { state: Exclude<ExportState, { phase: 'failed' }> }) {
  const { phase, progress } = state;
  const rows = progress?.rows;
  const value = progress === undefined || rows === undefined ? undefined : rows / Math.max(1, progress.rowCount);
  return (
    <div className="grid gap-2">
      <ProgressBar
        key={value === undefined ? 'unknown' : 'known'}
        label={t('export.progress')}
        value={phase === 'checking' ? 1 : value}
        className="my-1 bg-pressed"
      />
      <div className="flex items-baseline justify-between gap-3 text-ink-2 text-small tabular-nums">
        <p>{describe(state)}</p>
        <p className="shrink-0">{progress === undefined ? null : formatBytes(progress.bytes)}</p>
      </div>
    </div>
  );
}

function describe({ phase, progress }: Exclude<ExportState, { phase: 'failed' }>): string {
  if (phase === 'checking') return t('export.checking');
  if (progress === undefined) return t('export.preparing');
  const { rows, rowCount } = progress;
  return rows === undefined
    ? t('export.rows', { count: rowCount })
    : t('export.rowsOf', { done: rows, expected: rowCount });
}

type ExportState =
  /** `progress` is undefined until the first bytes arrive. */
  { phase: 'reading' | 'checking'; progress: ExportProgress | undefined } | { phase: 'failed'; message: string };

const atFirst: ExportState = { phase: 'reading', progress: undefined };

interface Wanted extends Omit<ExportDialogProps, 'onClose'> {
  onDone: (file: ExportedFile) => void;
}

/** Runs an export while the component is mounted and reports its progress. `again` restarts it. */
function useExport({ kind, format, view, onDone }: Wanted): { state: ExportState; again: () => void } {
  const [state, setState] = useState<ExportState>(atFirst);
  const [attempt, setAttempt] = useState(1);
  const tellDone = useEffectEvent(onDone);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a new export.
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const report = (phase: 'reading' | 'checking') => (progress: ExportProgress) => {
      if (!signal.aborted) setState({ phase, progress });
    };
    setState(atFirst);
    fetchExport(kind, format, view, { signal, onProgress: report('reading'), onCheck: report('checking') }).then(
      (file) => {
        if (!signal.aborted) tellDone(file);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const message = error instanceof CutExport ? t('export.cut') : messageOf(error, t('export.failed'));
        setState({ phase: 'failed', message });
      },
    );
    return () => abort.abort();
  }, [kind, format, view, attempt]);

  return { state, again: () => setAttempt((last) => last + 1) };
}
