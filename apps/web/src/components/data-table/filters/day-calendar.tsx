import { DayPicker } from '@daypicker/react';
import { daysText, utcToday } from '@portal/contract/day-ranges';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { locale } from '#lib/locale.ts';
import { t } from '#lib/texts.ts';

interface DayCalendarProps {
  from: string;
  to: string;
  /** Called with the text of a days filter on each selected day. */
  onChange: (text: string) => void;
  onDone: () => void;
}

const classes = {
  months: 'relative flex flex-wrap justify-center gap-x-6 gap-y-4',
  month: 'grid content-start gap-2',
  month_caption: 'flex h-8 items-center justify-center font-medium',
  nav: 'absolute inset-x-0 top-0 flex h-8 items-center justify-between',
  button_previous:
    'grid size-8 place-items-center rounded-control text-ink-2 hover:bg-pressed aria-disabled:opacity-40',
  button_next: 'grid size-8 place-items-center rounded-control text-ink-2 hover:bg-pressed aria-disabled:opacity-40',
  month_grid: 'border-collapse',
  weekday: 'size-8 font-regular text-ink-3 text-small',
  day: 'h-8 p-0 text-center',
  day_button: 'size-8 rounded-control tabular-nums hover:bg-pressed',
  outside: 'invisible',
  today: 'font-semibold underline underline-offset-4',
  selected: '',
  range_start: '[&>button]:bg-accent [&>button]:text-on-accent rounded-l-control bg-accent-soft',
  range_middle: 'bg-accent-soft',
  range_end: '[&>button]:bg-accent [&>button]:text-on-accent rounded-r-control bg-accent-soft',
} as const;

const dayName = new Intl.DateTimeFormat(locale.dates, { dateStyle: 'full' });
const labels = {
  // The accessible name contains the visible number, as voice control requires.
  labelDayButton: (date: Date, { selected = false }: Readonly<Record<string, boolean>>) =>
    selected ? t('filters.daySelected', { day: dayName.format(date) }) : dayName.format(date),
};

const components = {
  Chevron: ({ orientation }: { orientation?: 'left' | 'right' | 'up' | 'down' }) =>
    orientation === 'left' ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />,
};

/** Two months for picking the first and last day of a range by pointer or keyboard. */
export function DayCalendar({ from, to, onChange, onDone }: DayCalendarProps) {
  const [month, setMonth] = useState(() => firstMonth(from, to));
  return (
    <>
      {/* On a narrow screen the calendar covers the filters, so it has a title and a button that leads back. */}
      <div className="sticky top-0 z-1 -mx-2 mb-2 flex items-center justify-between border-line border-b bg-raised py-2 pr-1 pl-2 sheet:hidden">
        <h2 className="font-semibold">{t('filters.calendar')}</h2>
        <Button size="small" onClick={onDone}>
          {t('filters.calendarDone')}
        </Button>
      </div>
      <DayPicker
        mode="range"
        // Focuses a day: the first selected one, or today.
        autoFocus
        numberOfMonths={2}
        fixedWeeks
        month={month}
        onMonthChange={setMonth}
        today={dateOf(utcToday())}
        selected={{ from: optionalDate(from), to: optionalDate(to) }}
        onSelect={(range) => onChange(daysText(dayOf(range?.from), dayOf(range?.to)))}
        classNames={classes}
        components={components}
        labels={labels}
        aria-label={t('filters.calendar')}
      />
    </>
  );
}

/** First visible month: the month in which the range starts, or else the month before its end or before today. */
function firstMonth(from: string, to: string): Date {
  if (from !== '') return dateOf(from);
  const last = dateOf(to === '' ? utcToday() : to);
  return new Date(last.getFullYear(), last.getMonth() - 1, 1);
}

/** The calendar's days are midnights in the user's time zone, so only their year, month and day are used. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

function optionalDate(day: string): Date | undefined {
  return day === '' ? undefined : dateOf(day);
}

function dayOf(date: Date | undefined): string {
  if (date === undefined) return '';
  const pad = (part: number, length = 2) => String(part).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
