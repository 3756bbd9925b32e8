import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Counts how often something has opened, 0 before the first time. As a key it resets the content on each opening and
 * keeps it while the dialog fades out.
 */
export function useOpening(open: boolean): number {
  const [seen, setSeen] = useState({ open: false, count: 0 });
  if (open !== seen.open) setSeen({ open, count: seen.count + (open ? 1 : 0) });
  return seen.count;
}

/** The value, or the last one if it is undefined: the content of a dialog while it fades out. */
export function useLastValue<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/**
 * Returns `onClose`, which does nothing once the dialog is closed: a request that ends after the user has left the
 * dialog must not navigate back again.
 */
export function useCloseOpen(open: boolean, onClose: () => void): () => void {
  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
  });
  return useCallback(() => {
    if (isOpen.current) onClose();
  }, [onClose]);
}
