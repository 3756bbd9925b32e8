import { useCallback, useEffect, useState } from 'react';
import type { Membership } from './invite-api.ts';
import type { ListedPerson } from './read-people.ts';

/** Somebody on the list, under a number of its own that stays. */
export interface ListedRow extends ListedPerson {
  key: number;
  /** Why it was refused when it was sent, until it is changed. */
  refused?: string | undefined;
}

export interface PeopleList {
  place: Membership;
  /** Pasted and not yet added. */
  text: string;
  /** Those still to be invited. */
  rows: readonly ListedRow[];
  /** The addresses of those who were. */
  invited: readonly string[];
}

/** As it is kept while a session ends. */
export type PeopleDraft = { list: string };

const empty: PeopleList = {
  place: { groupId: '', customerNetsuiteId: '', lastDay: '' },
  text: '',
  rows: [],
  invited: [],
};

/** The list of people to invite, and every way to change it. Each change is kept. */
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

  /** What became of those that were sent, by their keys: undefined is good, and a text is why not. */
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
