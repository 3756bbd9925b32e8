import { readDays, resolveDays } from '@portal/contract/day-ranges';
import { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import { readSetting } from '../preferences/service.ts';
import { type FollowedPreset, findFollows } from './follow-queries.ts';

const savedPreset = z.object({
  id: z.string(),
  name: z.string(),
  globalFilter: z.string().catch(''),
  columnFilters: z.array(z.object({ id: z.string(), value: z.unknown() })).catch([]),
});

/** What a user follows. Presets are as the user has saved them since; a deleted one stays as it was when followed. */
export async function readFollows(db: Database, userId: string, now: Date): ReturnType<typeof findFollows> {
  const follows = await findFollows(db, userId);
  if (follows.every(({ presetId }) => presetId === null)) return follows;
  const saved = savedPresets(await readSetting(db, userId, 'filter-presets-orders'), now);
  return follows.map((follow) => ({ ...follow, preset: saved.get(follow.presetId ?? '') ?? follow.preset }));
}

/** Presets in the web app's stored format, as requests for the list. Invalid entries are skipped, as there. */
function savedPresets(setting: string | undefined, now: Date): Map<string, FollowedPreset> {
  const stored = parseJson(setting ?? '[]');
  const presets = (Array.isArray(stored) ? stored : []).flatMap((entry) => savedPreset.safeParse(entry).data ?? []);
  const today = now.toISOString().slice(0, 10);
  return new Map(
    presets.map(({ id, name, globalFilter, columnFilters }) => {
      const filters = columnFilters.map(({ id: column, value }) => [column, resolveValue(value, today)]);
      return [id, { name, search: globalFilter, filter: JSON.stringify(Object.fromEntries(filters)) }];
    }),
  );
}

/** Relative days as days; the list accepts any other value of a preset as it is. */
function resolveValue(value: unknown, today: string): unknown {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  const { success, data } = z.object({ relative: z.string() }).safeParse(parsed);
  return success && 'relative' in readDays(data.relative) ? resolveDays(data.relative, today) : value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
