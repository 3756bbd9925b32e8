/** One condition of a preset: a filter's id and its value, as `preset-values.ts` writes it. */
interface PresetFilter {
  id: string;
  value: unknown;
}

/** A named way to look at a list, with our additions at the end: absent ones leave things as they are. */
export interface Preset {
  id: string;
  name: string;
  /** The search. */
  globalFilter: string;
  columnFilters: readonly PresetFilter[];
  /** Applies when the list opens and nothing else says what to show. One at most. */
  isDefault: boolean;
  /** ISO 8601. */
  createdAt: string;
  /** At most one; none is the table's own sort. */
  sorting?: readonly { id: string; desc: boolean }[];
  columnVisibility?: Readonly<Record<string, boolean>>;
  columnOrder?: readonly string[];
  pageSize?: number;
}

/** Reads the list of presets from the JSON text kept of it: an empty one when it cannot be read. */
export function parsePresets(text: string | undefined): Preset[] {
  try {
    return readPresets(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** The presets in whatever a storage held. What is no preset is left out; what a later version added stays on it. */
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

function booleansOf(record: Record<string, unknown>): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
