import { useEffect, useState } from 'react';
import type { TableRows } from './table-source.ts';

/**
 * Opens the only row that a search finds. The returned function is called with the text when the user confirms it, and
 * with empty text when it changes; the row opens once the rows of that very text are loaded.
 */
export function useOpenSingleHit<Row>(
  search: string,
  { data, outdated }: TableRows<Row>,
  open: ((row: Row) => void) | undefined,
): (text: string) => void {
  const [confirmed, setConfirmed] = useState('');
  useEffect(() => {
    if (confirmed === '' || confirmed !== search || outdated || data === undefined) return;
    setConfirmed('');
    const [row] = data.items;
    if (data.total === 1 && row !== undefined) open?.(row);
  }, [confirmed, search, outdated, data, open]);
  return setConfirmed;
}
