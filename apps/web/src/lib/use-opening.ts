import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * How often something has opened, 0 before the first time: a key for what begins afresh each time and stays while it
 * fades out.
 */
export function useOpening(open: boolean): number {
  const [seen, setSeen] = useState({ open: false, count: 0 });
  if (open !== seen.open) setSeen({ open, count: seen.count + (open ? 1 : 0) });
  return seen.count;
}

/** Closes what is still open: a call that ends after the address was left all the same must not lead further back. */
export function useCloseOpen(open: boolean, onClose: () => void): () => void {
  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
  });
  return useCallback(() => {
    if (isOpen.current) onClose();
  }, [onClose]);
}
