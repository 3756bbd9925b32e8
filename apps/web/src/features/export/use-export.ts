import { useEffect, useEffectEvent, useState } from 'react';
import type { ShownView } from '#components/data-table/page-request.ts';
import { messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import type { Exported, ExportFormat } from './export-kinds.ts';
import { CutExport, type ExportedFile, type ExportProgress, fetchExport } from './fetch-export.ts';

export type ExportState =
  /** `progress` is undefined until the first bytes arrive. */
  { phase: 'reading' | 'checking'; progress: ExportProgress | undefined } | { phase: 'failed'; message: string };

const atFirst: ExportState = { phase: 'reading', progress: undefined };

interface Wanted {
  kind: Exported;
  format: ExportFormat;
  /** Must keep its identity for the duration of an export. */
  view: ShownView;
  onDone: (file: ExportedFile) => void;
}

/** Runs an export while the component is mounted and reports its progress. `again` restarts it. */
export function useExport({ kind, format, view, onDone }: Wanted): { state: ExportState; again: () => void } {
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
