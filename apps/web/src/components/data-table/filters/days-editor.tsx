import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyPart } from '#components/ui/lazy-part.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { useDebouncedText } from '../use-debounced-text.ts';
import { DayFields } from './day-fields.tsx';
import { namedRanges, type RelativeDays, readDays, resolveDays, utcToday } from './day-ranges.ts';
import { summariseRelative } from './filter-summary.ts';

// Loaded when the filters open, so that no list waits for it.
const calendar = lazyModule(() => import('./day-calendar.tsx'));

const offered: readonly RelativeDays[] = ['today', 'last-7', 'last-30', 'last-90', ...namedRanges.slice(1)];

const chipClass = 'h-7 rounded-control border px-2.5 font-medium text-small';
const unchosenClass = 'border-line text-ink-2 hover:bg-pressed';

interface DaysEditorProps {
  value: string;
  onChange: (text: string) => void;
}

/** Editor for a relative range, or for two days that are typed or picked from two months. */
export function DaysEditor({ value, onChange }: DaysEditorProps) {
  const [draft, setDraft, flush] = useDebouncedText({ value, onCommit: onChange, clean: (text) => text });
  const [calendarOpen, setCalendarOpen] = useState(false);
  const range = readDays(draft);
  const { from, to } = 'relative' in range ? { from: '', to: '' } : range;
  const shown = resolveDays(draft, utcToday());

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-1.5">
        {offered.map((relative) => {
          const isChosen = 'relative' in range && range.relative === relative;
          return (
            <button
              key={relative}
              type="button"
              aria-pressed={isChosen}
              onClick={() => setDraft(isChosen ? '' : relative)}
              className={classNames(
                chipClass,
                'first-letter:uppercase',
                isChosen ? 'border-accent bg-accent-soft text-ink' : unchosenClass,
              )}
            >
              {summariseRelative(relative)}
            </button>
          );
        })}
        <Popover
          label={t('filters.calendar')}
          align="end"
          className="p-3 max-sheet:pt-0"
          open={calendarOpen}
          onOpenChange={setCalendarOpen}
          trigger={
            <button
              type="button"
              aria-label={t('filters.openCalendar')}
              onPointerEnter={calendar.prefetch}
              onFocus={calendar.prefetch}
              className={classNames(chipClass, 'inline-flex items-center gap-1.5', unchosenClass)}
            >
              <CalendarDays aria-hidden className="size-3.5!" />
              {t('filters.calendar')}
            </button>
          }
        >
          <LazyPart of={calendar} waiting={<Skeleton className="h-66 w-118 max-w-full" />}>
            {({ DayCalendar }) => (
              <DayCalendar from={shown.from} to={shown.to} onChange={setDraft} onDone={() => setCalendarOpen(false)} />
            )}
          </LazyPart>
        </Popover>
      </div>
      <div className="grid grid-cols-2 items-start gap-2">
        <DayFields days={{ from, to }} onChange={setDraft} onDone={flush} />
      </div>
    </div>
  );
}
