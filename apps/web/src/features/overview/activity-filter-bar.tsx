import { activityActions, MAX_SEARCH_LENGTH } from '@portal/contract/values';
import { ChevronDown, UserRound } from 'lucide-react';
import { type Ref, useRef } from 'react';
import { DaysEditor, daysFilter } from '#components/data-table/filters/days-filter.tsx';
import { useDebouncedText } from '#components/data-table/use-debounced-text.ts';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Select } from '#components/ui/select.tsx';
import { TruncatedText } from '#components/ui/truncated-text.tsx';
import { useRole } from '#lib/profile.ts';
import { seesFailedSignIns } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import {
  type ActivityFilters,
  type ChangeFilters,
  cleanDays,
  cleanPerson,
  isFiltered,
  noFilters,
} from './activity-filters.ts';

interface FilterBarProps {
  filters: ActivityFilters;
  onChange: ChangeFilters;
}

/** Filters the log by person, action and time. Controls keep their position and width for every selection. */
export function ActivityFilterBar({ filters, onChange }: FilterBarProps) {
  const person = useRef<HTMLInputElement>(null);

  function reset() {
    onChange(noFilters);
    // The button disappears with the filters, so keep the focus in the bar.
    person.current?.focus();
  }

  return (
    <>
      <Button variant="ghost" onClick={reset} className={isFiltered(filters) ? undefined : 'invisible'}>
        {t('action.reset')}
      </Button>
      <fieldset className="grid w-full min-w-0 grid-cols-2 gap-2 sheet:grid-cols-3 wide:w-auto wide:grid-cols-[10rem_13rem_14.5rem]">
        <legend className="sr-only">{t('activity.filters')}</legend>
        <PersonFilter value={filters.person} onChange={onChange} ref={person} />
        <ActionFilter value={filters.action} onChange={onChange} />
        <DaysFilter value={filters.days} onChange={onChange} />
      </fieldset>
    </>
  );
}

interface PersonFilterProps {
  value: string;
  onChange: ChangeFilters;
  ref: Ref<HTMLInputElement>;
}

function PersonFilter({ value, onChange, ref }: PersonFilterProps) {
  const [draft, setDraft] = useDebouncedText({
    value,
    onCommit: (text) => onChange({ person: cleanPerson(text) }, { replace: true }),
    clean: cleanPerson,
  });
  return (
    <div className="relative col-span-2 sheet:col-span-1">
      <UserRound aria-hidden className="pointer-events-none absolute top-2.25 left-2.5 size-3.5! text-ink-3" />
      <Input
        ref={ref}
        type="search"
        aria-label={t('activity.person')}
        placeholder={t('activity.anyone')}
        maxLength={MAX_SEARCH_LENGTH}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        inToolbar
        className="pl-8!"
      />
    </div>
  );
}

function ActionFilter({ value, onChange }: { value: ActivityFilters['action']; onChange: ChangeFilters }) {
  const role = useRole();
  // Only administrators can see failed sign-ins.
  const offered = activityActions.filter(
    (action) => action !== 'sign-in-failed' || seesFailedSignIns(role) || action === value,
  );
  return (
    <Select
      aria-label={t('activity.action')}
      value={value}
      onValueChange={(action) => onChange({ action: action as ActivityFilters['action'] })}
      options={[
        { value: '', label: t('activity.anyAction') },
        ...offered.map((action) => ({ value: action, label: t(`activity.action.${action}`) })),
      ]}
    />
  );
}

function DaysFilter({ value, onChange }: { value: string; onChange: ChangeFilters }) {
  const summary = value === '' ? t('activity.anyTime') : daysFilter.summarize(value);
  return (
    <Popover
      label={t('activity.time', { days: summary })}
      align="end"
      className="w-80"
      trigger={
        <Button aria-label={t('activity.time', { days: summary })} className="min-w-0 shrink! *:w-full *:min-w-0 pr-8!">
          <TruncatedText focusable={false} className="text-left">
            {summary}
          </TruncatedText>
          <ChevronDown aria-hidden className="absolute right-2.5 size-3.5! text-ink-3" />
        </Button>
      }
    >
      <div className="p-3">
        <DaysEditor value={value} onChange={(text) => onChange({ days: cleanDays(text) })} />
      </div>
    </Popover>
  );
}
