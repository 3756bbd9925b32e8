import { useCallback, useEffect, useRef, useState } from 'react';

/** Debounce delay of table search and filters, in milliseconds. */
const debounce = 300;

interface DebouncedText {
  value: string;
  onCommit: (text: string) => void;
  /** Normalizes committed text to the form in which it comes back as `value`. */
  clean: (text: string) => string;
}

/**
 * Debounces text input: shows the typed text immediately, and commits it after a pause, on unmount, or on `flush`,
 * which is for actions that a later commit would undo. A `value` that changes from outside, for example by Back,
 * replaces the typed text.
 */
export function useDebouncedText(
  options: DebouncedText,
): [draft: string, change: (text: string) => void, flush: () => void] {
  const { value } = options;
  const [draft, setDraft] = useState(value);
  const committed = useRef(value);
  const waiting = useRef<{ text: string; timer: number } | undefined>(undefined);
  const latest = useRef(options);

  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    // The committed text came back. The user may have typed more since then.
    if (value === committed.current) return;
    committed.current = value;
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    setDraft(value);
  }, [value]);

  const flush = useCallback(() => {
    const pending = waiting.current;
    if (pending === undefined) return;
    clearTimeout(pending.timer);
    waiting.current = undefined;
    committed.current = latest.current.clean(pending.text);
    latest.current.onCommit(pending.text);
  }, []);

  useEffect(() => flush, [flush]);

  function change(text: string) {
    setDraft(text);
    clearTimeout(waiting.current?.timer);
    waiting.current = { text, timer: window.setTimeout(flush, debounce) };
  }
  return [draft, change, flush];
}
