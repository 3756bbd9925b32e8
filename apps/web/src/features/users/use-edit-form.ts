import { useState } from 'react';
import { useDraft } from '#lib/use-draft.ts';

interface EditFormOptions<Row, Values extends Record<string, string>> {
  /** Draft name: `edit-user:{id}`. */
  form: string;
  open: boolean;
  /** The record as last loaded. */
  saved: Row;
  /** Form values of a record. */
  valuesOf: (record: Row) => Values;
}

/** A form for a stored record that other users may change at the same time. */
export interface EditForm<Row, Values> {
  /** The record that the edit is based on; its version is sent with the change. */
  base: Row;
  /** Form values: those of the base with the user's input. */
  values: Values;
  dirty: boolean;
  change: (part: Partial<Values>) => void;
  /** Someone else saved another version after the user started editing. */
  overtaken: boolean;
  /** Fields that both changed to different values. */
  conflicts: ReadonlySet<keyof Values>;
  /** Bases the edit on the current record after a 409, if it still exists. The input is kept. */
  rebase: (current: Row | undefined) => void;
  /** Discards the input and shows the current record. */
  loadCurrent: () => void;
}

/**
 * Keeps the input separate from the record. Until the user types, the form follows the record. After that it stays
 * based on that version, so that the server can reject an edit that would overwrite another user's change. A draft keeps
 * the version as well.
 */
export function useEditForm<Row, Values extends Record<string, string>>(
  options: EditFormOptions<Row, Values>,
): EditForm<Row, Values> {
  const { form, open, saved, valuesOf } = options;
  const draft = useDraft<Record<string, string>>(form, open);
  const { basedOn, ...typed } = draft.restored ?? {};
  const [changes, setChanges] = useState(typed as Partial<Values>);
  const [kept, setKept] = useState<Row>(() => (basedOn === undefined ? saved : JSON.parse(basedOn)));
  // The record that the user started with, once someone else has saved another version.
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
      draft.keep({ ...(next as Record<string, string>), basedOn: JSON.stringify(base) });
    },
    overtaken: earlier !== undefined,
    conflicts: new Set(names.filter((name) => began[name] !== shown[name] && isChanged(name))),
    rebase: (current) => {
      if (current === undefined) return;
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
