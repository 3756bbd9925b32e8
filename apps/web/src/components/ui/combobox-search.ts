export interface ComboboxOption {
  id: string;
  label: string;
  /** A second line, which is also searched: an email address. */
  detail?: string | undefined;
}

/** Number of options shown at once; more only make the list slow. */
export const MAX_SHOWN = 100;

/** An option with its normalized search text. */
export interface SearchableOption extends ComboboxOption {
  text: string;
}

export function toSearchable(options: readonly ComboboxOption[]): SearchableOption[] {
  return options.map((option) => ({ ...option, text: fold(`${option.label}\n${option.detail ?? ''}`) }));
}

/**
 * The options that hold every word of the query, whatever its case and accents; those that begin with it come first.
 * An empty query finds all.
 */
export function findOptions(options: readonly SearchableOption[], query: string): readonly SearchableOption[] {
  const wanted = fold(query).trim();
  if (wanted === '') return options;
  const words = wanted.split(/\s+/);
  const found = options.filter(({ text }) => words.every((word) => text.includes(word)));
  const begins = ({ text }: SearchableOption) => text.startsWith(wanted);
  return [...found.filter(begins), ...found.filter((option) => !begins(option))];
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
