import { booleansOf, isRecord, parseJson } from '#lib/json.ts';

/** One condition of a preset: a filter's id and its value; see `toPresetValue`. */
interface PresetFilter {
  id: string;
  value: unknown;
}

/** A named view of a list. The optional fields at the end are our additions: an absent one changes nothing. */
export interface Preset {
  id: string;
  name: string;
  /** Search text. */
  globalFilter: string;
  columnFilters: readonly PresetFilter[];
  /** Applies when the list opens and nothing else defines a state. At most one preset is the default. */
  isDefault: boolean;
  /** ISO 8601. */
  createdAt: string;
  /** At most one entry; an empty list is the default sort. */
  sorting?: readonly { id: string; desc: boolean }[];
  columnVisibility?: Readonly<Record<string, boolean>>;
  columnOrder?: readonly string[];
  pageSize?: number;
}

/** Parses a stored list of presets from JSON; returns an empty list if it is invalid. */
export function parsePresets(text: string | undefined): Preset[] {
  return readPresets(parseJson(text));
}

/** Extracts presets from stored data. Skips invalid entries and keeps fields added by later versions. */
export function readPresets(value: unknown): Preset[] {
  if (!Array.isArray(value)) return [];
  const presets = value.flatMap((entry) => readPreset(entry) ?? []);
  const byId = new Map(presets.map((preset) => [preset.id, preset]));
  const first = [...byId.values()].find(({ isDefault }) => isDefault)?.id;
  return [...byId.values()].map((preset) => ({ ...preset, isDefault: preset.id === first }));
}

function readPreset(value: unknown): Preset | undefined {
  if (!isRecord(value)) return undefined;
  const { id, name, globalFilter, columnFilters, isDefault, createdAt } = value;
  const { sorting, columnVisibility, columnOrder, pageSize, ...rest } = value;
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || name.trim() === '') return undefined;
  return {
    ...rest,
    id,
    name,
    globalFilter: typeof globalFilter === 'string' ? globalFilter : '',
    columnFilters: listOf(columnFilters, isFilter) ?? [],
    isDefault: isDefault === true,
    createdAt: typeof createdAt === 'string' ? createdAt : '',
    ...given('sorting', listOf(sorting, isSort)),
    ...given('columnVisibility', isRecord(columnVisibility) ? booleansOf(columnVisibility) : undefined),
    ...given('columnOrder', listOf(columnOrder, isText)),
    ...given('pageSize', typeof pageSize === 'number' ? pageSize : undefined),
  };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value };
}

function listOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): Item[] | undefined {
  return Array.isArray(value) ? value.filter(isItem) : undefined;
}

function isFilter(value: unknown): value is PresetFilter {
  return isRecord(value) && typeof value.id === 'string' && 'value' in value;
}

function isSort(value: unknown): value is { id: string; desc: boolean } {
  return isRecord(value) && typeof value.id === 'string' && typeof value.desc === 'boolean';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
