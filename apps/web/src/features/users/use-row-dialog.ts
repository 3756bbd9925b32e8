import { useCallback, useEffect, useRef, useState } from 'react';
import { type TextKey, t } from '#lib/texts.ts';
import { toastError } from '#lib/toast.ts';
import { useUrlDialog } from '#lib/url-dialog.ts';

interface RowDialog<Row> {
  /** What the dialog shows, also while it fades out; undefined before it was ever open. */
  row: Row | undefined;
  open: boolean;
  /** Another one each time it opens: what was typed into it the last time does not stay. */
  key: number;
  close: () => void;
}

interface MissingTexts {
  title: TextKey;
  hint: TextKey;
}

/**
 * A dialog about a row of a list that is all here, opened by the address. It opens when the list has been read, and
 * stays when a later reading no longer holds the row: something may be typed into it. An address that names nobody is
 * taken back, with a word about it.
 */
export function useRowDialog<Row extends { id: string }>(
  param: string,
  rows: readonly Row[] | undefined,
  missingTexts: MissingTexts,
): RowDialog<Row> {
  const { id, close } = useUrlDialog('/users', param);
  const found = id === undefined ? undefined : rows?.find((row) => row.id === id);
  const [shown, setShown] = useState<{ id: string | undefined; row: Row | undefined; key: number }>({
    id: undefined,
    row: undefined,
    key: 0,
  });
  if (found !== undefined && shown.id !== id) setShown({ id, row: found, key: shown.key + 1 });
  if (id === undefined && shown.id !== undefined) setShown({ ...shown, id: undefined });

  const open = id !== undefined && shown.id === id;
  const missing = id !== undefined && rows !== undefined && found === undefined && !open;
  const { title, hint } = missingTexts;
  useEffect(() => {
    if (!missing) return;
    toastError(t(title), { description: t(hint), id: title });
    close();
  }, [missing, close, title, hint]);

  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
  });
  // A save that ends after the address was left all the same must not lead further back.
  const closeOpen = useCallback(() => isOpen.current && close(), [close]);

  return { row: found ?? shown.row, open, key: shown.key, close: closeOpen };
}
