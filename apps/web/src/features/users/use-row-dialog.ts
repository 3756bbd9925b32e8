import { useCallback, useEffect, useRef, useState } from 'react';
import { type TextKey, t } from '#lib/texts.ts';
import { toastError } from '#lib/toast.ts';
import { useUrlDialog } from '#lib/url-dialog.ts';

interface RowDialog<Row> {
  /** The row shown, also while the dialog fades out; undefined if it was never open. */
  row: Row | undefined;
  open: boolean;
  /** Changes each time the dialog opens, so that earlier input is discarded. */
  key: number;
  close: () => void;
}

interface MissingTexts {
  title: TextKey;
  hint: TextKey;
}

/**
 * Dialog for a row of a fully loaded list, opened by the URL. It opens once the list is loaded and stays open if a
 * later refetch no longer contains the row, because it may hold input. An unknown id is removed from the URL with a
 * message.
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
  // A save that finishes after the dialog was left must not navigate further back.
  const closeOpen = useCallback(() => isOpen.current && close(), [close]);

  return { row: found ?? shown.row, open, key: shown.key, close: closeOpen };
}
