import { type ComponentType, createElement, useCallback, useEffect, useRef, useState } from 'react';

export interface DialogState {
  open: boolean;
  onClose: () => void;
}

interface Opening<Content> {
  open: boolean;
  /** The content, also while the dialog fades out; undefined if it was never open. */
  content: Content | undefined;
  /** Changes each time the dialog opens, so that earlier input is discarded. */
  key: number;
}

/**
 * Opens a dialog for a subject as soon as its content is known. The content stays while the dialog fades out, and if it
 * is lost while the dialog is open.
 * @param subject undefined while the dialog is closed
 */
export function useOpening<Content>(subject: unknown, content: Content | undefined): Opening<Content> {
  const [last, setLast] = useState({ subject: undefined as unknown, content, key: 0 });
  const isNew = subject !== last.subject;
  if (isNew && subject === undefined) setLast({ ...last, subject });
  else if (isNew && content !== undefined) setLast({ subject, content, key: last.key + 1 });
  return { open: subject !== undefined && !isNew, content: content ?? last.content, key: last.key };
}

/** A dialog that is mounted when it first opens, starts anew on each opening, and stays while it fades out. */
export function newOnOpen<Props extends DialogState>(Content: ComponentType<Props>) {
  return function Dialog(props: Props) {
    const { key } = useOpening(props.open || undefined, props.open);
    return key === 0 ? null : createElement(Content, { ...props, key });
  };
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
