import { useState } from 'react';
import { useDraft } from '#lib/use-draft.ts';

interface EditFormOptions<Row, Values extends Record<string, string>> {
  /** Names the draft: `edit-user:{id}`. */
  form: string;
  open: boolean;
  /** The record as it was last read. */
  saved: Row;
  /** What the boxes show for a record. */
  valuesOf: (record: Row) => Values;
}

/** A form over a stored record that other people may change at the same time. */
export interface EditForm<Row, Values> {
  /** The record that the edit is based on; its version is sent along. */
  base: Row;
  /** What the boxes show: the base with everything that was typed. */
  values: Values;
  dirty: boolean;
  change: (part: Partial<Values>) => void;
  /** Someone else saved another version after the user had begun. */
  overtaken: boolean;
  /** The boxes that both changed to something different. */
  conflicts: ReadonlySet<keyof Values>;
  /** Bases the edit on the current record after a 409. What was typed stays. */
  rebase: (current: Row) => void;
  /** Drops what was typed and shows the current record. */
  loadCurrent: () => void;
}

/**
 * Keeps what was typed apart from the record it is about. Until something is typed the form follows the record; from
 * then on it stays based on that version, so that the server can refuse to overwrite somebody else's change.
 */
export function useEditForm<Row, Values extends Record<string, string>>(
  options: EditFormOptions<Row, Values>,
): EditForm<Row, Values> {
  const { form, open, saved, valuesOf } = options;
  const draft = useDraft<Record<string, string>>(form, open);
  const [changes, setChanges] = useState<Partial<Values>>(() => definedOf(draft.restored) as Partial<Values>);
  const [kept, setKept] = useState(saved);
  // The record that the user began with, once someone else has saved another version.
  const [earlier, setEarlier] = useState<Row>();

  const untouched = Object.keys(changes).length === 0;
  const base = untouched && earlier === undefined ? saved : kept;
  const shown = valuesOf(base);
  const names = Object.keys(shown) as (keyof Values)[];
  const began = earlier === undefined ? shown : valuesOf(earlier);
  const isChanged = (name: keyof Values) => changes[name] !== undefined && changes[name] !== shown[name];

  return {
    base,
    values: { ...shown, ...changes },
    dirty: names.some(isChanged),
    change: (part) => {
      if (untouched) setKept(base);
      const next = { ...changes, ...part };
      setChanges(next);
      draft.keep(next as Record<string, string>);
    },
    overtaken: earlier !== undefined,
    conflicts: new Set(names.filter((name) => began[name] !== shown[name] && isChanged(name))),
    rebase: (current) => {
      setEarlier((known) => known ?? base);
      setKept(current);
    },
    loadCurrent: () => {
      setChanges({});
      setEarlier(undefined);
      draft.drop();
    },
  };
}

function definedOf(restored: Partial<Record<string, string>> | undefined): Record<string, string> {
  const entries = Object.entries(restored ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
