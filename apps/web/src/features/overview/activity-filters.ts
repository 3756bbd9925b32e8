import { type ActivityAction, activityActions, MAX_SEARCH_LENGTH } from '@portal/contract/values';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { daysFilter } from '#components/data-table/filters/days-filter.tsx';
import type { SearchParams } from '#lib/search-params.ts';

/** Filters of the activity log; empty text means no filter. `days` has the format of a table's days filter. */
export interface ActivityFilters {
  person: string;
  action: ActivityAction | '';
  days: string;
}

export const noFilters: ActivityFilters = { person: '', action: '', days: '' };

export function isFiltered({ person, action, days }: ActivityFilters): boolean {
  return person !== '' || action !== '' || days !== '';
}

function isAction(text: string): text is ActivityAction {
  return activityActions.some((action) => action === text);
}

export const cleanPerson = (text: string) => text.trim().slice(0, MAX_SEARCH_LENGTH);
export const cleanDays = (text: string) => daysFilter.clean(text) ?? '';

function readFilters(params: SearchParams): ActivityFilters {
  const textOf = (name: string) => (typeof params[name] === 'string' ? params[name] : '');
  const action = textOf('action');
  return {
    person: cleanPerson(textOf('person')),
    action: isAction(action) ? action : '',
    days: cleanDays(textOf('days')),
  };
}

interface ChangeOptions {
  /** Replaces the history entry instead of adding one, for input that changes with each keystroke. */
  replace?: boolean;
}

export type ChangeFilters = (part: Partial<ActivityFilters>, options?: ChangeOptions) => void;

/** The active filters. The URL stores them, so that Back, reload and sharing work. */
export function useActivityFilters(): [ActivityFilters, ChangeFilters] {
  const params: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const [home] = useState(() => router.latestLocation.pathname);

  const change: ChangeFilters = useCallback(
    (part, { replace = false } = {}) => {
      // Debounced input may arrive after the user has left the page.
      if (router.latestLocation.pathname !== home) return;
      void navigate({
        to: '.',
        search: ({ person, action, days, ...others }: SearchParams) => {
          const next = { ...readFilters({ person, action, days }), ...part };
          return { ...others, ...Object.fromEntries(Object.entries(next).filter(([, text]) => text !== '')) };
        },
        replace,
        resetScroll: false,
      });
    },
    [navigate, router, home],
  );
  const { person, action, days } = readFilters(params);
  return [useMemo(() => ({ person, action, days }), [person, action, days]), change];
}
