import { readDays, resolveDays } from '@portal/contract/day-ranges';
import { followPreset } from '@portal/contract/notifications';
import { z } from 'zod';
import type { CurrentUser } from '../../access/current-user.ts';
import { MAX_FILTERS } from '../../listing/parse-list-query.ts';
import type { Database } from '../../platform/database.ts';
import { isTooComplex } from '../../platform/json-complexity.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { readSetting } from '../preferences/service.ts';
import { type FollowDependencies, type FollowedPreset, findFollows } from './follows.ts';

/** What a user follows. A preset with an error matches nothing. */
export type Follow = Awaited<ReturnType<typeof findFollows>>[number] & { error?: unknown };

const limits = followPreset.body.pick({ search: true, filter: true });
const savedFilter = z.object({ id: z.string(), value: z.unknown() });
const savedPreset = z.object({
  id: z.string(),
  name: z.string(),
  globalFilter: z.string().catch(''),
  columnFilters: z.array(z.unknown()).catch([]),
});

/** What a user follows. Presets are as the user has saved them since; a deleted one stays as it was when followed. */
export async function readFollows(db: Database, userId: string, now: Date): Promise<Follow[]> {
  const follows = await findFollows(db, userId);
  const ids = new Set(follows.flatMap(({ presetId }) => presetId ?? []));
  if (ids.size === 0) return follows;
  const setting = await readSetting(db, userId, 'filter-presets-orders');
  if (setting !== undefined && isTooComplex(setting, Number.POSITIVE_INFINITY))
    return follows.map((follow) =>
      follow.preset === null ? follow : { ...follow, error: 'is saved with too many values' },
    );
  const saved = savedPresets(setting, ids);
  return follows.map((follow) => {
    const preset = saved.get(follow.presetId ?? '');
    return preset === undefined ? follow : { ...follow, ...toFollowed(preset, now) };
  });
}

/** Ids of the orders and presets that the current user follows. */
export async function listFollows({ db, clock }: FollowDependencies, { userId }: CurrentUser) {
  const rows = await readFollows(db, userId, clock.now());
  return {
    orders: rows.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
    presets: rows.flatMap(({ presetId, preset }) =>
      presetId === null || preset === null ? [] : [{ id: presetId, name: preset.name }],
    ),
  };
}

/** Those presets in the web app's stored format, by id. Invalid entries are skipped, as there. */
function savedPresets(
  setting: string | undefined,
  ids: ReadonlySet<string>,
): Map<string, z.output<typeof savedPreset>> {
  const stored: unknown = parseJson(setting ?? '[]');
  const entries = new Map((Array.isArray(stored) ? stored : []).map((entry) => [entry?.id, entry]));
  // Validates only these few: a setting has room for thousands of entries.
  const presets = [...ids].flatMap((id) => savedPreset.safeParse(entries.get(id)).data ?? []);
  return new Map(presets.map((preset) => [preset.id, preset]));
}

/**
 * A preset as a request for the list, or the error if it exceeds the limits of following one. Invalid filters are skipped,
 * as in the web app. Neither presets nor follows have a time zone: relative days are those of UTC.
 */
function toFollowed(saved: z.output<typeof savedPreset>, now: Date): { preset: FollowedPreset; error?: unknown } {
  const { name, globalFilter: search } = saved;
  const today = now.toISOString().slice(0, 10);
  if (saved.columnFilters.length > MAX_FILTERS) return { preset: { name }, error: 'has too many filters' };
  const filters = saved.columnFilters.flatMap((entry) => savedFilter.safeParse(entry).data ?? []);
  try {
    const filter = JSON.stringify(Object.fromEntries(filters.map(({ id, value }) => [id, resolveValue(value, today)])));
    limits.parse({ search, filter });
    return { preset: { name, search, filter } };
  } catch (error) {
    // Includes the RangeError of deeply nested values.
    return { preset: { name }, error };
  }
}

/** Relative days as days; the list accepts any other value of a preset as it is. */
function resolveValue(value: unknown, today: string): unknown {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  const { success, data } = z.object({ relative: z.string() }).safeParse(parsed);
  return success && 'relative' in readDays(data.relative) ? resolveDays(data.relative, today) : value;
}
