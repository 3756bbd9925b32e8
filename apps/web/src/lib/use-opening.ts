import { type ComponentType, createElement, useCallback, useEffect, useRef, useState } from 'react';

export interface DialogState {
  open: boolean;
  onClose: () => void;
}

/** A dialog that is mounted when it first opens, starts anew on each opening, and stays while it fades out. */
export function newOnOpen<Props extends DialogState>(Content: ComponentType<Props>) {
  return function Dialog(props: Props) {
    const { open } = props;
    const [seen, setSeen] = useState({ open: false, count: 0 });
    if (open !== seen.open) setSeen({ open, count: seen.count + (open ? 1 : 0) });
    return seen.count === 0 ? null : createElement(Content, { ...props, key: seen.count });
  };
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
