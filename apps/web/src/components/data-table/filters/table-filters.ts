import type { ReactNode } from 'react';

export interface FilterEditorProps {
  label: string;
  /** Empty if the filter is not active. */
  value: string;
  /** Empty text removes the filter. */
  onChange: (text: string) => void;
}

/**
 * One kind of filter. A filter's value is text everywhere (URL, storage, presets), in the canonical form that `clean`
 * returns; only its kind parses it.
 */
export interface FilterKind {
  /** Canonical form of a text, without unknown or invalid parts; undefined if nothing remains. */
  clean: (text: string) => string | undefined;
  /** Human-readable form of a text: 'since May 6, 2026'. */
  summarize: (text: string) => string;
  /** Undefined for a filter that users can see and remove, but that only a link can set. */
  renderEditor?: (props: FilterEditorProps) => ReactNode;
  /** The value changes with each debounced input, which adds no history entry. */
  replacesHistory?: boolean;
  /** The text for the server, if it differs. `today` is `YYYY-MM-DD` in UTC. */
  toServer?: (text: string, today: string) => string;
  /** The value that a preset stores, if it is not the text. */
  toPreset?: (text: string) => string;
  /** The text of a preset's value, in our format or another client's. */
  fromPreset?: (value: unknown) => string;
}

/** A filter that a table offers. */
export interface TableFilter {
  kind: FilterKind;
  /** Name in the URL: the column's id. */
  id: string;
  /** Label of its chip and section. */
  label: string;
  /** Other words by which users find it. */
  synonyms?: string;
  /** Key in the server's `filter`, if it differs from the id. */
  serverKey?: string;
  /** If there are many filters: expanded from the start. */
  common?: boolean;
}

/** Active filters by id. */
export type FilterValues = Readonly<Record<string, string>>;

/**
 * The server's `filter` parameter: JSON of key to text, undefined if no filter is active.
 * @param today `YYYY-MM-DD` in UTC, as on the server; relative ranges are resolved against it
 */
export function serverFilter(filters: readonly TableFilter[], values: FilterValues, today: string): string | undefined {
  const entries = filters.flatMap(({ id, serverKey = id, kind }) => {
    const text = values[id];
    return text === undefined ? [] : [[serverKey, kind.toServer?.(text, today) ?? text]];
  });
  return entries.length === 0 ? undefined : JSON.stringify(Object.fromEntries(entries));
}

/** A filter that only a link can set, since its text means nothing to users: it must match `pattern`. */
export function linkFilter(summary: string, pattern: RegExp): FilterKind {
  return { clean: (text) => (pattern.test(text) ? text : undefined), summarize: () => summary };
}
