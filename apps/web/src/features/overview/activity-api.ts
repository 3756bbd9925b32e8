import type { ActivityEntry } from '@portal/contract/activity';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { daysFilter } from '#components/data-table/filters/days-filter.tsx';
import { api } from '#lib/api.ts';
import { type ActivityFilters, isFiltered } from './activity-filters.ts';

/** Entries per page. */
const pageSize = 100;

/**
 * Activity log in the user's scope, newest first, page by page. Changing filters keeps the previous entries visible.
 */
export function activityQuery(filters: ActivityFilters) {
  const { person, action, days } = filters;
  return infiniteQueryOptions({
    queryKey: isFiltered(filters) ? ['logs', filters] : ['logs'],
    queryFn: async ({ pageParam, signal }) => {
      const [from, to] = days === '' ? [] : daysFilter.toServer(days, new Date().toISOString().slice(0, 10)).split(',');
      const query = {
        limit: pageSize,
        ...(person === '' ? {} : { person }),
        ...(action === '' ? {} : { action }),
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
        ...(pageParam === undefined ? {} : { before: pageParam.createdDate, beforeId: pageParam.id }),
      };
      return (await api('GET /log', { query, signal })).data;
    },
    initialPageParam: undefined as ActivityEntry | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)),
    placeholderData: keepPreviousData,
  });
}
