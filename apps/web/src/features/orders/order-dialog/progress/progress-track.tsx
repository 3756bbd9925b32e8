import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import type { ProgressStep, StepState } from './progress-steps.ts';
import { StepMarker } from './step-marker.tsx';

const reached: ReadonlySet<StepState> = new Set(['done', 'partial', 'closed', 'cancelled']);

/** The steps of an order in a row. The first one that is not done is the current one; of a finished order, the last. */
export function ProgressTrack({ steps }: { steps: readonly ProgressStep[] }) {
  const unfinished = steps.findIndex(({ state }) => state !== 'done');
  const current = unfinished === -1 ? steps.length - 1 : unfinished;
  return (
    <ol aria-label={t('progress.title')} className="flex">
      {steps.map(({ id, state, note, part }, index) => (
        <li
          key={id}
          aria-current={index === current ? 'step' : undefined}
          className="relative flex min-w-0 flex-1 flex-col items-center text-center"
        >
          {index === 0 ? null : (
            <span
              aria-hidden
              className={classNames(
                'absolute top-2.5 right-[calc(50%+1rem)] left-[calc(-50%+1rem)] h-0.5 rounded-full',
                reached.has(state)
                  ? state === 'done' || state === 'partial'
                    ? 'bg-status-green'
                    : 'bg-field'
                  : 'bg-line',
              )}
            />
          )}
          <StepMarker state={state} part={part} />
          <span
            className={classNames(
              'mt-1.5 font-medium',
              state === 'upcoming' ? 'text-ink-3' : 'text-ink',
              'max-sheet:text-small',
            )}
          >
            {t(`progress.${id}`)}
          </span>
          <span className="sr-only">, {t(`progress.state.${state}`)}</span>
          {note === undefined ? null : (
            <>
              <span className="sr-only">, </span>
              <span
                className={classNames(
                  'text-balance text-small tabular-nums',
                  state === 'late' ? 'text-danger' : 'text-ink-3',
                )}
              >
                {note}
              </span>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
