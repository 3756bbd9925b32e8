import {
  cleanDays,
  daysText,
  lastCount,
  type RelativeDays,
  readDays,
  resolveDays,
  utcToday,
} from '@portal/contract/day-ranges';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { lazyModule } from '#components/ui/lazy-module.ts';
import { LazyPart } from '#components/ui/lazy-part.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { chipClass, ToggleChip, unpressedClass } from '#components/ui/toggle-chip.tsx';
import { classNames } from '#lib/class-names.ts';
import { formatDate } from '#lib/format.ts';
import { isRecord, parseJson } from '#lib/json.ts';
import { localToday } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';
import { useDebouncedText } from '../use-debounced-text.ts';
import { DayFields } from './day-fields.tsx';
import type { FilterEditorProps, FilterKind } from './table-filters.ts';

const offered: readonly RelativeDays[] = [
  'today',
  'last-7',
  'last-30',
  'last-90',
  'this-month',
  'last-month',
  'this-year',
];
const offeredForDeadlines: readonly RelativeDays[] = ['before-today', 'today', 'this-month'];

/** A range of days; see `day-ranges.ts`. */
export const daysFilter = {
  clean: cleanDays,
  summarize,
  renderEditor: (props: FilterEditorProps) => <DaysEditor {...props} />,
  /** The server's 'from,to'. */
  toServer(text: string, today: string) {
    const { from, to } = resolveDays(text, today);
    return `${from},${to}`;
  },
  /** JSON with from and to; a relative range also has its name, so that it stays relative. */
  toPreset(text: string) {
    const range = readDays(text);
    return JSON.stringify('relative' in range ? { ...resolveDays(text, utcToday()), ...range } : range);
  },
  fromPreset(value: unknown) {
    const range = typeof value === 'string' ? parseJson(value) : value;
    if (!isRecord(range)) return typeof value === 'string' ? value : '';
    const named = readDays(typeof range.relative === 'string' ? range.relative : '');
    return 'relative' in named ? named.relative : daysText(dayIn(range.from), dayIn(range.to));
  },
} satisfies FilterKind;

/** A range of days that are stored without a time: today is the user's local day. */
export const localDaysFilter: FilterKind = {
  ...daysFilter,
  toServer: (text) => daysFilter.toServer(text, localToday()),
};

/** The same for days by which something should happen. `past` names the range of all days before today. */
export function deadlineFilter(past: string): FilterKind {
  return {
    ...localDaysFilter,
    summarize: (text) => (text === 'before-today' ? past : summarize(text)),
    renderEditor: (props) => <DaysEditor {...props} offered={offeredForDeadlines} past={past} />,
  };
}

/** Other clients may store a timestamp: only its day is used. */
function dayIn(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 10) : '';
}

/** `last 30 days`, `since May 6, 2026`. */
function summarize(value: string): string {
  const range = readDays(value);
  if ('relative' in range) return relativeLabel(range.relative);
  const [from, to] = [formatDate(range.from), formatDate(range.to)];
  if (range.to === '') return t('table.since', { from });
  if (range.from === '') return t('table.until', { to });
  return range.from === range.to ? from : t('table.between', { from, to });
}

const names = {
  today: 'filters.today',
  'this-month': 'filters.thisMonth',
  'last-month': 'filters.lastMonth',
  'this-year': 'filters.thisYear',
  'before-today': 'filters.beforeToday',
} as const;

function relativeLabel(range: RelativeDays): string {
  const count = lastCount(range);
  return count === undefined ? t(names[range as keyof typeof names]) : t('table.lastDays', { count });
}

// Loaded when the filters open, so that no list waits for it.
const calendar = lazyModule(() => import('./day-calendar.tsx'));

interface DaysEditorProps extends Omit<FilterEditorProps, 'label'> {
  /** Relative ranges to choose from. */
  offered?: readonly RelativeDays[];
  /** Label of the range of all days before today. */
  past?: string;
}

/** Editor for a relative range, or for two days that are typed or picked from two months. */
export function DaysEditor({ value, onChange, offered: relatives = offered, past }: DaysEditorProps) {
  const [draft, setDraft, flush] = useDebouncedText({ value, onCommit: onChange, clean: (text) => text });
  const [calendarOpen, setCalendarOpen] = useState(false);
  const range = readDays(draft);
  const { from, to } = 'relative' in range ? { from: '', to: '' } : range;
  const shown = resolveDays(draft, utcToday());

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-1.5">
        {relatives.map((relative) => {
          const isChosen = 'relative' in range && range.relative === relative;
          return (
            <ToggleChip
              key={relative}
              label={relative === 'before-today' ? past : relativeLabel(relative)}
              pressed={isChosen}
              onClick={() => setDraft(isChosen ? '' : relative)}
            />
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
              className={classNames(chipClass, 'inline-flex items-center gap-1.5', unpressedClass)}
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
