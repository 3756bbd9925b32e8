import { useCallback, useEffect, useState } from 'react';
import type { Membership } from './invite-api.ts';
import type { ListedPerson } from './read-people.ts';

/** A person on the list, with a stable key. */
export interface ListedRow extends ListedPerson {
  key: number;
  /** Why the server rejected the row; cleared when the row changes. */
  refused?: string | undefined;
}

export interface PeopleList {
  place: Membership;
  /** Pasted text that has not been added yet. */
  text: string;
  /** People still to invite. */
  rows: readonly ListedRow[];
  /** Emails of the people already invited. */
  invited: readonly string[];
}

/** Draft format, kept while a session is expired. */
export type PeopleDraft = { list: string };

const empty: PeopleList = {
  place: { groupId: '', customerNetsuiteId: '', lastDay: '' },
  text: '',
  rows: [],
  invited: [],
};

/** State of the list of people to invite, with its operations. Each change is saved in the draft. */
export function usePeopleList(restored: Partial<PeopleDraft> | undefined, keep: (draft: PeopleDraft) => void) {
  const [list, update] = useState<PeopleList>(() => (restored?.list === undefined ? empty : JSON.parse(restored.list)));

  useEffect(() => {
    if (list !== empty) keep({ list: JSON.stringify(list) });
  }, [list, keep]);

  const changeText = useCallback((text: string) => update((list) => ({ ...list, text })), []);

  const changePlace = useCallback(
    (part: Partial<Membership>) =>
      update((list) => ({
        ...list,
        place: { ...list.place, ...part },
        rows: list.rows.map((row) => ({ ...row, refused: undefined })),
      })),
    [],
  );

  const add = useCallback(
    (people: readonly ListedPerson[]) =>
      update((list) => {
        const last = list.rows.at(-1)?.key ?? 0;
        return {
          ...list,
          rows: [...list.rows, ...people.map((person, index) => ({ ...person, key: last + index + 1 }))],
        };
      }),
    [],
  );

  const edit = useCallback(
    (key: number, part: Partial<ListedPerson>) =>
      update((list) => ({
        ...list,
        rows: list.rows.map((row) => (row.key === key ? { ...row, ...part, refused: undefined } : row)),
      })),
    [],
  );

  const remove = useCallback(
    (key: number) => update((list) => ({ ...list, rows: list.rows.filter((row) => row.key !== key) })),
    [],
  );

  /** Applies the results of sent rows by key: undefined means success, a text is the error. */
  const settle = useCallback(
    (results: ReadonlyMap<number, string | undefined>) =>
      update((list) => ({
        ...list,
        rows: list.rows
          .filter(({ key }) => !results.has(key) || results.get(key) !== undefined)
          .map((row) => (results.has(row.key) ? { ...row, refused: results.get(row.key) } : row)),
        invited: [
          ...list.invited,
          ...list.rows
            .filter(({ key }) => results.has(key) && results.get(key) === undefined)
            .map(({ email }) => email),
        ],
      })),
    [],
  );

  return { list, changeText, changePlace, add, edit, remove, settle };
}
