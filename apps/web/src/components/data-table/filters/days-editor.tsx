import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyPart } from '#components/ui/lazy-part.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { useDebouncedText } from '../use-debounced-text.ts';
import { daysText, namedRanges, type RelativeDays, readDays, resolveDays, utcToday } from './day-ranges.ts';
import { summariseRelative } from './filter-summary.ts';

// No list waits for it: it comes when the filters open.
const calendar = lazyModule(() => import('./day-calendar.tsx'));

const offered: readonly RelativeDays[] = ['today', 'last-7', 'last-30', 'last-90', ...namedRanges.slice(1)];

interface DaysEditorProps {
  value: string;
  onChange: (text: string) => void;
}

/** A range that moves on with the calendar, or two days of one's own: typed, or picked from two months. */
export function DaysEditor({ value, onChange }: DaysEditorProps) {
  const [draft, setDraft] = useDebouncedText({ value, onCommit: onChange, clean: (text) => text });
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
                'h-7 rounded-control border px-2.5 font-medium text-small first-letter:uppercase',
                isChosen ? 'border-accent bg-accent-soft text-ink' : 'border-line text-ink-2 hover:bg-pressed',
              )}
            >
              {summariseRelative(relative)}
            </button>
          );
        })}
      </div>
      <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
        <Field label={t('table.from')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={from}
              max={to}
              onChange={(event) => setDraft(daysText(event.target.value, to))}
              className="px-2! tabular-nums"
            />
          )}
        </Field>
        <Field label={t('table.to')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={to}
              min={from}
              onChange={(event) => setDraft(daysText(from, event.target.value))}
              className="px-2! tabular-nums"
            />
          )}
        </Field>
        <Popover
          label={t('filters.calendar')}
          align="end"
          className="p-3 max-sheet:pt-0"
          open={calendarOpen}
          onOpenChange={setCalendarOpen}
          trigger={
            <Button
              icon
              aria-label={t('filters.openCalendar')}
              className="size-9!"
              onPointerEnter={calendar.prefetch}
              onFocus={calendar.prefetch}
            >
              <CalendarDays aria-hidden />
            </Button>
          }
        >
          <LazyPart of={calendar} waiting={<Skeleton className="h-66 w-118 max-w-full" />}>
            {({ DayCalendar }) => (
              <DayCalendar from={shown.from} to={shown.to} onChange={setDraft} onDone={() => setCalendarOpen(false)} />
            )}
          </LazyPart>
        </Popover>
      </div>
    </div>
  );
}
